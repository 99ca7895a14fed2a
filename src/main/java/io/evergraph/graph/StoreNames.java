package io.evergraph.graph;

import java.util.List;
import java.util.stream.Collectors;

/** Names of namespaces and keys, and how a store that sorts texts writes them. */
public final class StoreNames {
  /** Ends a name of a joined namespace; names hold no control characters. */
  private static final char END = '\u001f';

  private static final int LONGEST = 512;

  private StoreNames() {}

  /** Returns a namespace as one text: that of a narrower one begins with it. */
  public static String joined(List<String> namespace) {
    return namespace.stream().map(name -> name + END).collect(Collectors.joining());
  }

  /** Returns the namespace that a text was joined of. */
  public static List<String> split(String joined) {
    return List.of(joined.split(String.valueOf(END)));
  }

  /**
   * Returns the names of a namespace.
   *
   * @throws IllegalArgumentException when there are none, or one of them cannot be a name
   */
  public static List<String> namespace(List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("Expected a namespace of at least one name but found [].");
    }
    names.forEach(StoreNames::key);
    return List.copyOf(names);
  }

  /** Returns whether a text can be a key, or a name of a namespace. */
  public static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= LONGEST
        && text.chars().noneMatch(Character::isISOControl);
  }

  static String key(String name) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "Expected a name of 1 to %d characters, none of them control characters, but found '%s'."
              .formatted(LONGEST, name));
    }
    return name;
  }
}
