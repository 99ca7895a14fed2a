package io.evergraph.server;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the name that somebody meant who has misspelled it.
 *
 * @param names the names that there are
 */
public record NearestName(Collection<String> names) {
  private static final int LETTERS_PER_ERROR = 3;

  /** Returns the name with the fewest errors, where they are few for its length. */
  public Optional<String> to(String misspelled) {
    return names.stream()
        .min(
            Comparator.comparingInt((String name) -> distance(misspelled, name))
                .thenComparing(name -> name))
        .filter(
            name -> distance(misspelled, name) <= Math.max(1, name.length() / LETTERS_PER_ERROR));
  }

  /** The edit distance of Levenshtein. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] here = new int[to.length() + 1];
      here[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
        here[column] = Math.min(replaced, 1 + Math.min(above[column], here[column - 1]));
      }
      above = here;
    }
    return above[to.length()];
  }
}
