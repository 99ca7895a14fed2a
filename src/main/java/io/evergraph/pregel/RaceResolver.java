package io.evergraph.pregel;

import io.evergraph.error.JoinFailedException;
import io.evergraph.graph.JoinEdge;
import io.evergraph.pregel.PendingJoins.JoinMark;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Decides the races of one frame while its superstep is in progress: losers are dropped as soon as
 * a join has enough arrivals, and failed branches are set aside while others can still arrive.
 */
final class RaceResolver {
  private final GraphIndex graph;

  RaceResolver(GraphIndex graph) {
    this.graph = graph;
  }

  Frame decided(Frame frame) {
    Frame after = frame;
    for (Race race : graph.races()) {
      after = decided(race, after);
    }
    return after;
  }

  List<String> closed(Plan before, Plan after) {
    if (graph.races().isEmpty()) {
      return List.of();
    }
    return before.tasks().stream()
        .filter(planned -> after.find(planned.task().id()).orElseThrow().isDropped())
        .flatMap(
            planned ->
                planned.progress() instanceof Progress.Nested nested
                    ? Stream.of(nested.namespace())
                    : Stream.empty())
        .toList();
  }

  private Frame decided(Race race, Frame frame) {
    Standing standing = standing(race, frame);
    Frame after = frame;
    for (PlannedTask planned : frame.plan().tasks()) {
      if (race.hasBranch(planned)) {
        Progress judged = judged(planned.progress(), race.join().to(), standing);
        after = judged.equals(planned.progress()) ? after : after.with(planned.with(judged));
      }
    }
    return after;
  }

  private Standing standing(Race race, Frame frame) {
    int needed = race.join().needed();
    Set<String> arrived = arrived(race, frame);
    if (arrived.size() >= needed) {
      return Standing.OVER;
    }
    arrived.addAll(expected(race, frame, Optional.empty()));
    arrived.addAll(frame.backlog().mark(race.join()).handled());
    return arrived.size() >= needed ? Standing.OPEN : Standing.HOPELESS;
  }

  private static Progress judged(Progress it, String join, Standing standing) {
    if (it instanceof Progress.Broken broken && standing != Standing.HOPELESS) {
      return new Progress.Dropped(join, Optional.of(broken.failure()));
    }
    if (it instanceof Progress.Dropped dropped && standing == Standing.HOPELESS) {
      return dropped.failure().<Progress>map(Progress.Broken::new).orElse(it);
    }
    return standing == Standing.OVER && !it.isOver()
        ? new Progress.Dropped(join, Optional.empty())
        : it;
  }

  boolean canDoWithout(Frame frame, PlannedTask branch) {
    return graph.races().stream()
        .filter(race -> race.hasBranch(branch))
        .anyMatch(race -> canDoWithout(race, frame, branch));
  }

  private boolean canDoWithout(Race race, Frame frame, PlannedTask branch) {
    Set<String> possible = arrived(race, frame);
    possible.addAll(expected(race, frame, Optional.of(branch)));
    possible.addAll(frame.backlog().mark(race.join()).handled());
    return possible.size() >= race.join().needed();
  }

  private static Set<String> arrived(Race race, Frame frame) {
    JoinMark mark = frame.backlog().mark(race.join());
    Set<String> arrived = new TreeSet<>(mark.arrived());
    frame.plan().tasks().stream()
        .filter(planned -> planned.progress() instanceof Progress.Settled)
        .filter(planned -> race.join().rule().countsHandled() || !planned.task().isHandling())
        .map(planned -> planned.task().source())
        .filter(node -> race.join().sources().contains(node) && !mark.late().contains(node))
        .forEach(arrived::add);
    return arrived;
  }

  private Set<String> expected(Race race, Frame frame, Optional<PlannedTask> without) {
    Set<String> alive = new TreeSet<>(frame.backlog().waitingTargets());
    frame.plan().tasks().stream()
        .filter(planned -> without.filter(planned::equals).isEmpty())
        .filter(planned -> isAlive(planned.progress()))
        .forEach(planned -> alive.add(planned.task().source()));
    return race.expected(alive);
  }

  private static boolean isAlive(Progress progress) {
    return !(progress instanceof Progress.Broken || progress instanceof Progress.Dropped);
  }

  /** Returns how a race was lost by all, for a task that failed on one of its branches. */
  Optional<JoinFailedException> failure(Frame frame, PlannedTask broken) {
    return graph.races().stream()
        .filter(race -> race.hasBranch(broken))
        .findFirst()
        .map(race -> failure(race, failures(race, frame), frame.backlog()));
  }

  private static Map<String, String> failures(Race race, Frame frame) {
    Map<String, String> reasons = new TreeMap<>();
    for (PlannedTask planned : frame.plan().tasks()) {
      if (race.hasBranch(planned) && planned.progress() instanceof Progress.Broken broken) {
        reasons.put(
            planned.task().source(), broken.failure().type() + ": " + broken.failure().message());
      }
    }
    return reasons;
  }

  private static JoinFailedException failure(
      Race race, Map<String, String> reasons, PendingJoins backlog) {
    Set<String> failed = new TreeSet<>(backlog.mark(race.join()).failed());
    failed.addAll(reasons.keySet());
    String first = reasons.values().stream().findFirst().orElse("see the failed tasks");
    return failure(race, failed, first);
  }

  static JoinFailedException failure(Race race, Collection<String> failed, String reason) {
    return new JoinFailedException(
        race.join().to(), race.join().needed(), race.join().sources(), List.copyOf(failed), reason);
  }

  private enum Standing {
    /** The join has enough arrivals. */
    OVER,
    /** Enough may still arrive. */
    OPEN,
    /** Too many have failed. */
    HOPELESS
  }

  /**
   * A join that does not need all of its sources; its branches lead to it and nowhere else, and are
   * cancelled when it fires.
   */
  record Race(JoinEdge join, Set<String> branches, Reachability reachability) {

    Set<String> expected(Collection<String> alive) {
      Set<String> expected = reachability.reachable(alive, join.to());
      expected.retainAll(join.sources());
      return expected;
    }

    boolean hasBranch(PlannedTask planned) {
      return branches.contains(planned.task().source());
    }
  }
}
