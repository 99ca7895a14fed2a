package io.evergraph.pregel;

import io.evergraph.graph.JoinEdge;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the arrivals of one superstep at the joins of a graph, and says which of them fire. */
final class JoinEvaluator {
  private final GraphIndex graph;
  private final PendingJoins before;
  private final Map<JoinEdge, PendingJoins.JoinMark> fired = new LinkedHashMap<>();
  private final Map<JoinEdge, PendingJoins.JoinMark> waiting = new LinkedHashMap<>();

  JoinEvaluator(GraphIndex graph, PendingJoins before) {
    this.graph = graph;
    this.before = before;
  }

  void count(JoinEdge join, PendingJoins.@Nullable Arrivals news) {
    PendingJoins.JoinMark mark = before.mark(join);
    if (news == null && mark.isEmpty()) {
      return;
    }
    mark = news == null ? mark : mark.after(news);
    (mark.arrived().size() >= join.needed() ? fired : waiting).put(join, mark);
  }

  /** Lets handled sources count where no other is on its way when the given nodes run next. */
  void countHandled(Collection<String> next) {
    if (graph.races().isEmpty()) {
      return;
    }
    Set<String> alive = new TreeSet<>(next);
    alive.addAll(before.deferredTargets());
    alive.addAll(firedTargets());
    for (RaceResolver.Race race : graph.races()) {
      PendingJoins.JoinMark mark = waiting.get(race.join());
      if (mark != null
          && !mark.handled().isEmpty()
          && new RaceResolver(graph).expected(race, alive).isEmpty()) {
        waiting.remove(race.join());
        fired.put(race.join(), mark);
      }
    }
  }

  List<String> firedTargets() {
    return fired.keySet().stream().map(JoinEdge::to).filter(graph::hasNode).toList();
  }

  /** Returns whether a route may be followed: not where it only leads on in a race that is over. */
  boolean isOpen(Successors.Step step) {
    return overRaces()
        .noneMatch(
            race ->
                race.branches().contains(step.from())
                    && race.branches().contains(step.route().target()));
  }

  boolean isOpen(String waitingNode) {
    return overRaces().noneMatch(race -> race.branches().contains(waitingNode));
  }

  private Stream<RaceResolver.Race> overRaces() {
    return graph.races().stream().filter(race -> fired.containsKey(race.join()));
  }

  Map<String, PendingJoins.JoinMark> marks(Collection<String> next) {
    Map<String, PendingJoins.JoinMark> marks = new TreeMap<>();
    waiting.forEach((join, mark) -> marks.put(join.name(), mark));
    for (RaceResolver.Race race : graph.races()) {
      marks.put(race.join().name(), mark(race, next));
    }
    marks.values().removeIf(PendingJoins.JoinMark::isEmpty);
    return marks;
  }

  private PendingJoins.JoinMark mark(RaceResolver.Race race, Collection<String> next) {
    PendingJoins.JoinMark won = fired.get(race.join());
    RaceResolver races = new RaceResolver(graph);
    if (won != null) {
      Set<String> late = new TreeSet<>(races.expected(race, next));
      late.removeAll(won.arrived());
      late.removeAll(won.handled());
      return PendingJoins.JoinMark.late(late);
    }
    PendingJoins.JoinMark mark = waiting.getOrDefault(race.join(), PendingJoins.JoinMark.NONE);
    if (mark.isEmpty()) {
      return mark;
    }
    Set<String> possible = new TreeSet<>(races.expected(race, next));
    PendingJoins.JoinMark left = mark.expecting(possible);
    possible.addAll(mark.arrived());
    possible.addAll(mark.handled());
    if (!mark.failed().isEmpty() && possible.size() < race.join().needed()) {
      throw RaceResolver.failure(race, mark.failed(), "the others went elsewhere");
    }
    return left;
  }
}
