package io.evergraph.export;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Gives each path of a drawing a unique id that Mermaid can read, close to its name. */
final class NodeIds {
  private static final List<String> KEYWORDS =
      List.of(
          ("call class classdef click default direction end flowchart graph href interpolate"
                  + " linkstyle style subgraph")
              .split(" "));

  private final Map<String, String> byPath = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  String of(String path) {
    return byPath.computeIfAbsent(path, it -> free(readable(it)));
  }

  boolean knows(String path) {
    return byPath.containsKey(path);
  }

  private static String readable(String path) {
    String id = path.replaceAll("[^A-Za-z0-9_]+", "_");
    boolean begins = !id.isEmpty() && !Character.isDigit(id.charAt(0));
    return begins && !KEYWORDS.contains(id.toLowerCase(Locale.ROOT)) ? id : "n_" + id;
  }

  private String free(String id) {
    String candidate = id;
    for (int number = 2; !taken.add(candidate.toLowerCase(Locale.ROOT)); number++) {
      candidate = id + "_" + number;
    }
    return candidate;
  }
}
