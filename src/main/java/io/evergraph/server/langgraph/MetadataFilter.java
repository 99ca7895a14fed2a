package io.evergraph.server.langgraph;

import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The members that a client looks for in metadata. Metadata hold no nulls: what is to be null is to
 * be absent.
 *
 * @param given members that are to be there, with these values
 * @param absent names that are not to be there
 */
record MetadataFilter(Map<String, Object> given, Set<String> absent) {
  private static final String METADATA = "metadata";

  /** Reads the member {@code metadata}. */
  static MetadataFilter of(Fields fields) {
    Map<String, Object> given = new LinkedHashMap<>();
    Set<String> absent = new TreeSet<>();
    Map<String, @Nullable Object> all = fields.find(METADATA, Kind.PLAIN).orElse(Map.of());
    all.forEach(
        (name, value) -> {
          if (value == null) {
            absent.add(name);
          } else {
            given.put(name, value);
          }
        });
    return new MetadataFilter(given, absent);
  }

  /** Returns this filter without some members, which are looked at elsewhere. */
  MetadataFilter without(String... names) {
    Map<String, Object> others = new LinkedHashMap<>(given);
    Set<String> gone = new TreeSet<>(absent);
    List.of(names).forEach(others::remove);
    List.of(names).forEach(gone::remove);
    return new MetadataFilter(others, gone);
  }

  boolean takes(Map<String, Object> metadata) {
    return metadata.entrySet().containsAll(given.entrySet())
        && absent.stream().allMatch(name -> metadata.get(name) == null);
  }
}
