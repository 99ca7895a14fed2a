package io.evergraph.pregel;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * A breakpoint at which a frame stands: nothing of what is planned in it has begun.
 *
 * @param before the planned nodes before which it stands
 * @param after the nodes that have ended and after which it stands
 * @param routes the tasks that ended, with only their routes left to be found: what follows them is
 *     planned anew when the state is edited; empty where {@code after} is
 * @param joinMarks the joins' marks before those tasks ended
 */
public record Hold(
    List<String> before,
    List<String> after,
    Plan routes,
    Map<String, SortedSet<String>> joinMarks) {
  /** Copies the collections. */
  public Hold {
    before = List.copyOf(before);
    after = List.copyOf(after);
    joinMarks = Collections.unmodifiableMap(new TreeMap<>(joinMarks));
  }

  /** Returns this hold with other routes to be found. */
  public Hold with(Plan other) {
    return new Hold(before, after, other, joinMarks);
  }
}
