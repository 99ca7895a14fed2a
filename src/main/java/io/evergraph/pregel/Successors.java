package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Match;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.StaticEdge;
import io.evergraph.graph.ToNode;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Collects what follows from the finished tasks of a superstep: nodes by name, then sends in task
 * order.
 */
final class Successors {
  private final Level level;
  private final State state;
  private final List<Step> steps = new ArrayList<>();
  private final Map<JoinEdge, Arrivals> arrivals = new LinkedHashMap<>();

  Successors(Level level, State state) {
    this.level = level;
    this.state = state;
  }

  /** Returns where routes lead that somebody outside the graph asks for: at once, all of them. */
  Successions of(String writer, List<Route> routes) {
    takeAll(writer, routes);
    return new Successions(targets(), sends(), Backlog.EMPTY);
  }

  void follow(Task task, Routing routing) {
    String node = task.source();
    takeAll(node, routing.routes());
    if (routing.rule() == Routing.Rule.BESIDE_EDGES) {
      for (StaticEdge edge : level.staticEdges(node)) {
        take(node, Route.to(edge.to()));
      }
      level.firstMatches(node).forEach(this::takeFirstMatch);
    }
    for (JoinEdge join : level.joins(node)) {
      arrive(join, task);
    }
  }

  private void takeAll(String node, List<Route> routes) {
    for (Route route : routes) {
      take(node, route);
    }
  }

  private void arrive(JoinEdge join, Task task) {
    boolean counts = !task.isHandling() || join.rule().countsHandled();
    (counts ? at(join).counted() : at(join).handled()).add(task.source());
  }

  /** Counts a failed branch of a race that others can still win. */
  void setAside(PlannedTask planned) {
    if (planned.progress() instanceof Progress.Dropped dropped && dropped.failure().isPresent()) {
      level.races().stream()
          .filter(race -> race.hasBranch(planned))
          .forEach(race -> at(race.join()).failed().add(planned.task().source()));
    }
  }

  private Arrivals at(JoinEdge join) {
    return arrivals.computeIfAbsent(join, any -> Arrivals.none());
  }

  private void takeFirstMatch(FirstMatchEdge edge) {
    edge.matches().stream()
        .filter(match -> match.accepts(state))
        .findFirst()
        .map(Match::target)
        .ifPresent(target -> take(edge.from(), Route.to(target)));
  }

  private void take(String node, Route route) {
    String target = route.target();
    if (route instanceof ToNode && target.equals(END)) {
      return;
    }
    if (!level.hasNode(target)) {
      throw new UnknownTargetException(
          node, target, level.spec().nodes().stream().map(any -> any.name()).toList());
    }
    steps.add(new Step(node, route));
  }

  /** Returns what is to run next and what is to be remembered, after the given backlog. */
  Successions after(Backlog before) {
    return before.isEmpty() && level.isPlain()
        ? new Successions(targets(), sends(), Backlog.EMPTY)
        : afterJoins(before);
  }

  /** Returns the nodes gone to, each once, by name. */
  private Collection<String> targets() {
    if (steps.size() == 1) {
      Step only = steps.get(0);
      return only.route() instanceof ToNode node ? List.of(node.target()) : List.of();
    }
    SortedSet<String> names = new TreeSet<>();
    for (Step step : steps) {
      if (step.route() instanceof ToNode node) {
        names.add(node.target());
      }
    }
    return names;
  }

  private List<Send> sends() {
    List<Send> sends = new ArrayList<>();
    for (Step step : steps) {
      if (step.route() instanceof Send send) {
        sends.add(send);
      }
    }
    return sends;
  }

  private Successions afterJoins(Backlog before) {
    Joining joining = new Joining(level, before);
    for (JoinEdge join : level.allJoins()) {
      joining.count(join, arrivals.get(join));
    }
    joining.countHandled(steps.stream().map(step -> step.route().target()).toList());
    List<Step> left =
        level.races().isEmpty() ? steps : steps.stream().filter(joining::isOpen).toList();
    SortedSet<String> names = new TreeSet<>(joining.firedTargets());
    List<Send> sends = new ArrayList<>();
    left.forEach(
        step ->
            step.route().match((ToNode it) -> names.add(it.target()), (Send it) -> sends.add(it)));
    Deferral deferral = new Deferral(level.deferred(), before, joining);
    deferral.add(names, sends);
    return deferral.successions(joining);
  }

  /**
   * One route that was taken.
   *
   * @param from the node that it was taken from
   * @param route where it leads
   */
  record Step(String from, Route route) {}
}
