package io.evergraph.demo.airline;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first place where messages are not what was recorded.
 *
 * @param expected the recorded value, or null where the recording has no such field
 * @param found the value that came instead, or null where there is none
 */
record Difference(int position, String field, @Nullable String expected, @Nullable String found) {

  private static final int BEFORE = 40;
  private static final int WHOLE = 160;

  static Optional<Difference> between(List<RecordedMessage> recorded, List<RecordedMessage> found) {
    for (int position = 0; position < Math.min(recorded.size(), found.size()); position++) {
      Optional<Difference> difference =
          between(position, recorded.get(position).fields(), found.get(position).fields());
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<Difference> between(
      int position, Map<String, String> recorded, Map<String, String> found) {
    Set<String> names = new LinkedHashSet<>(recorded.keySet());
    names.addAll(found.keySet());
    for (String name : names) {
      Optional<Difference> difference = at(position, name, recorded.get(name), found.get(name));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  static Optional<Difference> at(
      int position, String field, @Nullable String expected, @Nullable String found) {
    return Objects.equals(expected, found)
        ? Optional.empty()
        : Optional.of(new Difference(position, field, expected, found));
  }

  /** Returns in one line what differs; long texts are shortened to the part that differs. */
  String describe() {
    int from = firstDifference();
    String where =
        expected == null || found == null ? "" : " (they differ from character " + from + " on)";
    return "message %d, field %s: expected %s, found %s%s"
        .formatted(position, field, excerpt(expected, from), excerpt(found, from), where);
  }

  private int firstDifference() {
    if (expected == null || found == null) {
      return 0;
    }
    int at = 0;
    while (at < Math.min(expected.length(), found.length())
        && expected.charAt(at) == found.charAt(at)) {
      at++;
    }
    return at;
  }

  private static String excerpt(@Nullable String value, int around) {
    if (value == null) {
      return "nothing";
    }
    if (value.length() <= WHOLE) {
      return TextNode.valueOf(value).toString();
    }
    int start = boundary(value, Math.max(0, around - BEFORE));
    int end = boundary(value, Math.min(value.length(), start + WHOLE));
    String shown = TextNode.valueOf(value.substring(start, end)).toString();
    return (start > 0 ? "…" : "") + shown + (end < value.length() ? "…" : "");
  }

  /** Moves an index that would cut a character in two to its beginning. */
  private static int boundary(String value, int index) {
    boolean inside =
        index > 0
            && index < value.length()
            && Character.isLowSurrogate(value.charAt(index))
            && Character.isHighSurrogate(value.charAt(index - 1));
    return inside ? index - 1 : index;
  }
}
