package io.evergraph.pregel;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a join remembers between supersteps.
 *
 * @param arrived the sources that have arrived since it last fired
 * @param failed the nodes on the way to it that failed since then, while others could still arrive
 * @param late the sources that were still on their way when it last fired: their next arrival
 *     belongs to that round and does not count
 * @param handled the sources whose error handlers stood in for them since it last fired, where that
 *     counts only when no other is on its way
 */
public record JoinMark(
    SortedSet<String> arrived,
    SortedSet<String> failed,
    SortedSet<String> late,
    SortedSet<String> handled) {
  static final JoinMark NONE = late(new TreeSet<>());

  /** Copies the names. */
  public JoinMark {
    arrived = Collections.unmodifiableSortedSet(new TreeSet<>(arrived));
    failed = Collections.unmodifiableSortedSet(new TreeSet<>(failed));
    late = Collections.unmodifiableSortedSet(new TreeSet<>(late));
    handled =
        Collections.unmodifiableSortedSet(
            handled == null ? new TreeSet<>() : new TreeSet<>(handled));
  }

  static JoinMark late(Collection<String> sources) {
    return new JoinMark(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(sources), new TreeSet<>());
  }

  JoinMark after(Arrivals news) {
    SortedSet<String> counted = new TreeSet<>(news.counted());
    counted.removeAll(late);
    counted.addAll(arrived);
    SortedSet<String> allFailed = new TreeSet<>(failed);
    allFailed.addAll(news.failed());
    SortedSet<String> allHandled = new TreeSet<>(news.handled());
    allHandled.removeAll(late);
    allHandled.addAll(handled);
    SortedSet<String> stillLate = new TreeSet<>(late);
    stillLate.removeAll(news.counted());
    stillLate.removeAll(news.handled());
    return new JoinMark(counted, allFailed, stillLate, allHandled);
  }

  /** Forgets those that cannot arrive any more. */
  JoinMark expecting(Collection<String> reachable) {
    SortedSet<String> stillLate = new TreeSet<>(late);
    stillLate.retainAll(reachable);
    return new JoinMark(arrived, failed, stillLate, handled);
  }

  boolean isEmpty() {
    return arrived.isEmpty() && failed.isEmpty() && late.isEmpty() && handled.isEmpty();
  }
}
