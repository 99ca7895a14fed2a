package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a client wants to see of a run. */
record StreamModes(Set<String> names, boolean subgraphs) {
  static final String MESSAGES = "messages";

  static final String MESSAGES_TUPLE = "messages-tuple";

  private static final Map<String, StreamMode> SHOWN =
      Arrays.stream(StreamMode.values())
          .collect(Collectors.toMap(mode -> mode.name().toLowerCase(Locale.ROOT), mode -> mode));
  private static final Set<String> KNOWN =
      Stream.concat(SHOWN.keySet().stream(), Stream.of(MESSAGES_TUPLE, "events", "tools"))
          .collect(Collectors.toCollection(TreeSet::new));

  StreamModes {
    names = Set.copyOf(names);
  }

  /**
   * Returns the modes of the given names; none stands for {@code values}. Nothing is ever to be
   * seen in {@code events} and {@code tools}, which clients ask for beside others.
   */
  static StreamModes of(List<String> names, boolean subgraphs) {
    for (String name : names) {
      if (!isKnown(name)) {
        throw new InvalidInputException("'stream_mode'", "some of " + KNOWN, "'" + name + "'");
      }
    }
    return new StreamModes(names.isEmpty() ? Set.of("values") : Set.copyOf(names), subgraphs);
  }

  static boolean isKnown(String name) {
    return KNOWN.contains(name);
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

  /** Returns these modes with subgraphs or without; as they are where nobody says. */
  StreamModes withSubgraphs(@Nullable Boolean given) {
    return given == null ? this : new StreamModes(names, given);
  }

  boolean has(StreamMode mode) {
    return modes().contains(mode);
  }

  private List<StreamMode> modes() {
    return names.stream()
        .map(name -> name.equals(MESSAGES_TUPLE) ? MESSAGES : name)
        .flatMap(name -> Optional.ofNullable(SHOWN.get(name)).stream())
        .toList();
  }

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
