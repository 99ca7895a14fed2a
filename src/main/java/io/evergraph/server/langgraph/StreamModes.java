package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a client wants to see of a run. */
record StreamModes(Set<String> names, boolean subgraphs) {
  /** The mode that gives each message as far as it has come. */
  static final String MESSAGES = "messages";

  /** The mode that gives messages in pieces. */
  static final String MESSAGES_TUPLE = "messages-tuple";

  private static final Map<String, Optional<StreamMode>> KNOWN =
      Map.of(
          "values",
          Optional.of(StreamMode.VALUES),
          "updates",
          Optional.of(StreamMode.UPDATES),
          MESSAGES,
          Optional.of(StreamMode.MESSAGES),
          MESSAGES_TUPLE,
          Optional.of(StreamMode.MESSAGES),
          "custom",
          Optional.of(StreamMode.CUSTOM),
          "tasks",
          Optional.of(StreamMode.TASKS),
          "checkpoints",
          Optional.of(StreamMode.CHECKPOINTS),
          "debug",
          Optional.of(StreamMode.DEBUG),
          "events",
          Optional.empty(),
          "tools",
          Optional.empty());

  StreamModes {
    names = Set.copyOf(names);
  }

  /**
   * Returns the modes of the given names; none stands for {@code values}. Nothing is ever to be
   * seen in {@code events} and {@code tools}, which clients ask for beside others.
   */
  static StreamModes of(List<String> names, boolean subgraphs) {
    for (String name : names) {
      if (!KNOWN.containsKey(name)) {
        throw new InvalidInputException(
            "'stream_mode'",
            "some of " + KNOWN.keySet().stream().sorted().toList(),
            "'" + name + "'");
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

  boolean has(StreamMode mode) {
    return modes().contains(mode);
  }

  private List<StreamMode> modes() {
    return names.stream()
        .flatMap(name -> KNOWN.getOrDefault(name, Optional.empty()).stream())
        .toList();
  }

  /** Returns these modes for a run. */
  StreamOptions options(long from) {
    StreamOptions.Builder options = StreamOptions.builder().modes(modes()).from(from);
    return subgraphs ? options.subgraphs().build() : options.build();
  }

  /** Returns these modes as a query, so that a client that comes back sees the same frames. */
  String query() {
    String modes = "stream_mode=" + String.join("&stream_mode=", names.stream().sorted().toList());
    return subgraphs ? modes + "&stream_subgraphs=true" : modes;
  }
}
