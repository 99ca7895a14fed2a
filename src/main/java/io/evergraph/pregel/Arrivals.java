package io.evergraph.pregel;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What came of the sources of a join in one superstep; filled while its tasks are gone through.
 *
 * @param counted the sources that arrived
 * @param failed the nodes on the way to it that failed
 * @param handled the sources whose error handlers stood in for them, where that counts less
 */
record Arrivals(SortedSet<String> counted, SortedSet<String> failed, SortedSet<String> handled) {

  static Arrivals none() {
    return new Arrivals(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
  }
}
