package io.evergraph.export;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Gives each path of a drawing an id that Mermaid can read: as close to its name as may be. */
final class MermaidIds {
  private static final Set<String> KEYWORDS =
      Set.of(
          "call",
          "class",
          "classdef",
          "click",
          "default",
          "direction",
          "end",
          "flowchart",
          "graph",
          "href",
          "interpolate",
          "linkstyle",
          "style",
          "subgraph");

  private final Map<String, String> byPath = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  String of(String path) {
    String known = byPath.get(path);
    if (known != null) {
      return known;
    }
    String id = free(readable(path));
    taken.add(id.toLowerCase(Locale.ROOT));
    byPath.put(path, id);
    return id;
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
    for (int number = 2; taken.contains(candidate.toLowerCase(Locale.ROOT)); number++) {
      candidate = id + "_" + number;
    }
    return candidate;
  }
}
