package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a client wants to see of a run.
 *
 * @param names the modes that it asked for, by their names on the wire
 * @param subgraphs whether it wants to see inside subgraphs too
 */
record StreamModes(Set<String> names, boolean subgraphs) {
  private static final Set<String> KNOWN =
      Set.of(
          "values",
          "updates",
          "messages",
          "messages-tuple",
          "custom",
          "tasks",
          "checkpoints",
          "debug",
          "events",
          "tools");

  StreamModes {
    names = Set.copyOf(names);
  }

  /**
   * Returns the modes of the given names; none stands for {@code values}.
   *
   * @throws InvalidInputException when LangGraph has no mode of a name
   */
  static StreamModes of(List<String> names, boolean subgraphs) {
    for (String name : names) {
      if (!KNOWN.contains(name)) {
        throw new InvalidInputException(
            "'stream_mode'", "some of " + KNOWN.stream().sorted().toList(), "'" + name + "'");
      }
    }
    return new StreamModes(names.isEmpty() ? Set.of("values") : Set.copyOf(names), subgraphs);
  }

  /** Reads the modes of a query: repeated, or as the JSON list that the JavaScript client sends. */
  static StreamModes ofQuery(List<String> parameters, boolean subgraphs) {
    Set<String> names = new LinkedHashSet<>();
    for (String parameter : parameters) {
      Arrays.stream(parameter.split("[\\[\\]\", ]+"))
          .filter(name -> !name.isEmpty())
          .forEach(names::add);
    }
    return of(List.copyOf(names), subgraphs);
  }

  boolean values() {
    return names.contains("values");
  }

  boolean updates() {
    return names.contains("updates");
  }

  /** Returns these modes as a query, so that a client that comes back sees the same frames. */
  String query() {
    String modes = "stream_mode=" + String.join("&stream_mode=", names.stream().sorted().toList());
    return subgraphs ? modes + "&stream_subgraphs=true" : modes;
  }
}
