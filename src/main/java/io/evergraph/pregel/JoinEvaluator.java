package io.evergraph.pregel;

import io.evergraph.graph.JoinEdge;
import io.evergraph.pregel.PendingJoins.Arrivals;
import io.evergraph.pregel.PendingJoins.JoinMark;
import io.evergraph.pregel.RaceResolver.Race;
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
  private final Map<JoinEdge, JoinMark> fired = new LinkedHashMap<>();
  private final Map<JoinEdge, JoinMark> waiting = new LinkedHashMap<>();

  JoinEvaluator(GraphIndex graph, PendingJoins before) {
    this.graph = graph;
    this.before = before;
  }

  void count(JoinEdge join, @Nullable Arrivals news) {
    JoinMark mark = before.mark(join);
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
    alive.addAll(before.waitingTargets());
    alive.addAll(firedTargets());
    for (Race race : graph.races()) {
      JoinMark mark = waiting.get(race.join());
      if (mark != null && !mark.handled().isEmpty() && race.expected(alive).isEmpty()) {
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

  private Stream<Race> overRaces() {
    return graph.races().stream().filter(race -> fired.containsKey(race.join()));
  }

  Map<String, JoinMark> marks(Collection<String> next) {
    Map<String, JoinMark> marks = new TreeMap<>();
    waiting.forEach((join, mark) -> marks.put(join.name(), mark));
    for (Race race : graph.races()) {
      marks.put(race.join().name(), mark(race, next));
    }
    marks.values().removeIf(JoinMark::isEmpty);
    return marks;
  }

  private JoinMark mark(Race race, Collection<String> next) {
    JoinMark won = fired.get(race.join());
    if (won != null) {
      Set<String> late = new TreeSet<>(race.expected(next));
      late.removeAll(won.arrived());
      late.removeAll(won.handled());
      return JoinMark.late(late);
    }
    JoinMark mark = waiting.getOrDefault(race.join(), JoinMark.NONE);
    if (mark.isEmpty()) {
      return mark;
    }
    Set<String> possible = new TreeSet<>(race.expected(next));
    JoinMark left = mark.expecting(possible);
    possible.addAll(mark.arrived());
    possible.addAll(mark.handled());
    if (!mark.failed().isEmpty() && possible.size() < race.join().needed()) {
      throw RaceResolver.failure(race, mark.failed(), "the others went elsewhere");
    }
    return left;
  }
}
