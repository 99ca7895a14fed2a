package io.evergraph.pregel;

import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Send;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a graph in progress remembers from one superstep to the next beside its state.
 *
 * @param joins what its joins remember, by their names
 * @param deferred the deferred nodes that wait until nothing else is left to run
 * @param deferredSends the sends to deferred nodes, in order
 * @param again the nodes of an eager graph that were triggered while they ran, and run once more,
 *     with how many tasks went before that trigger, see {@link PlannedTask#depth}
 */
public record PendingJoins(
    Map<String, JoinMark> joins,
    SortedSet<String> deferred,
    List<Send> deferredSends,
    SortedMap<String, Integer> again) {
  /** Nothing. */
  public static final PendingJoins EMPTY =
      new PendingJoins(Map.of(), new TreeSet<>(), List.of(), new TreeMap<>());

  public PendingJoins {
    joins = Collections.unmodifiableMap(new TreeMap<>(joins));
    deferred = Collections.unmodifiableSortedSet(new TreeSet<>(deferred));
    deferredSends = List.copyOf(deferredSends);
    again =
        Collections.unmodifiableSortedMap(again == null ? new TreeMap<>() : new TreeMap<>(again));
  }

  /** Returns this with as many tasks before each trigger that has a node run once more. */
  PendingJoins at(int depth) {
    if (again.values().stream().allMatch(known -> known == depth)) {
      return this;
    }
    SortedMap<String, Integer> counted = new TreeMap<>(again);
    counted.replaceAll((node, known) -> depth);
    return new PendingJoins(joins, deferred, deferredSends, counted);
  }

  JoinMark mark(JoinEdge join) {
    return joins.getOrDefault(join.name(), JoinMark.NONE);
  }

  /** Returns the nodes that are going to run, whatever follows from the tasks in progress. */
  Collection<String> waitingTargets() {
    return Stream.of(
            deferred.stream(), deferredSends.stream().map(Send::target), again.keySet().stream())
        .flatMap(names -> names)
        .toList();
  }

  static PendingJoins of(
      Map<String, JoinMark> joins,
      SortedSet<String> deferred,
      List<Send> deferredSends,
      SortedMap<String, Integer> again) {
    PendingJoins backlog = new PendingJoins(joins, deferred, deferredSends, again);
    return backlog.isEmpty() ? EMPTY : backlog;
  }

  static PendingJoins of(Map<String, JoinMark> joins) {
    return of(joins, new TreeSet<>(), List.of(), new TreeMap<>());
  }

  boolean isEmpty() {
    return joins.isEmpty() && !hasDeferred() && again.isEmpty();
  }

  boolean hasDeferred() {
    return !deferred.isEmpty() || !deferredSends.isEmpty();
  }

  /**
   * What a join remembers between supersteps.
   *
   * @param arrived the sources that have arrived since it last fired
   * @param failed the nodes on the way to it that failed since then, while others could still
   *     arrive
   * @param late the sources that were still on their way when it last fired: their next arrival
   *     belongs to that round and does not count
   * @param handled the sources whose error handlers stood in for them since it last fired, where
   *     that counts only when no other is on its way
   */
  public record JoinMark(
      SortedSet<String> arrived,
      SortedSet<String> failed,
      SortedSet<String> late,
      SortedSet<String> handled) {
    static final JoinMark NONE = late(new TreeSet<>());

    public JoinMark {
      arrived = Collections.unmodifiableSortedSet(new TreeSet<>(arrived));
      failed = Collections.unmodifiableSortedSet(new TreeSet<>(failed));
      late = Collections.unmodifiableSortedSet(new TreeSet<>(late));
      handled =
          Collections.unmodifiableSortedSet(
              handled == null ? new TreeSet<>() : new TreeSet<>(handled));
    }

    static JoinMark late(Collection<String> sources) {
      return new JoinMark(
          new TreeSet<>(), new TreeSet<>(), new TreeSet<>(sources), new TreeSet<>());
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

    /**
     * Returns this as it was, for going through a superstep again, with the failures in it: they do
     * not show again. What was handled seems to arrive then, and does not count.
     */
    JoinMark repeating(Arrivals news) {
      JoinMark after = after(new Arrivals(new TreeSet<>(), news.failed(), news.handled()));
      SortedSet<String> uncounted = new TreeSet<>(news.handled());
      uncounted.removeAll(news.counted());
      uncounted.addAll(late);
      return new JoinMark(arrived, after.failed, uncounted, after.handled);
    }

    JoinMark expecting(Collection<String> reachable) {
      SortedSet<String> stillLate = new TreeSet<>(late);
      stillLate.retainAll(reachable);
      return new JoinMark(arrived, failed, stillLate, handled);
    }

    boolean isEmpty() {
      return arrived.isEmpty() && failed.isEmpty() && late.isEmpty() && handled.isEmpty();
    }
  }

  /**
   * What came of the sources of a join in one superstep; filled while its tasks are gone through.
   */
  record Arrivals(SortedSet<String> counted, SortedSet<String> failed, SortedSet<String> handled) {

    static Arrivals none() {
      return new Arrivals(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }
  }
}
