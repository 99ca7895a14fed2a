package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Route;
import io.evergraph.graph.Route.ToNode;
import io.evergraph.graph.Send;
import io.evergraph.graph.StaticEdge;
import io.evergraph.pregel.PendingJoins.Arrivals;
import io.evergraph.pregel.PendingJoins.JoinMark;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Collects what follows from the finished tasks of a superstep: nodes by name, then sends in task
 * order.
 */
final class Successors {
  private final GraphIndex graph;
  private final State state;
  private final List<Step> steps = new ArrayList<>();
  private final Map<JoinEdge, Arrivals> arrivals = new LinkedHashMap<>();
  private Barrier barrier = Barrier.NONE;

  Successors(GraphIndex graph, State state) {
    this.graph = graph;
    this.state = state;
  }

  /** Returns where routes lead that somebody outside the graph asks for: at once, all of them. */
  NextTasks of(String writer, List<Route> routes) {
    takeAll(writer, routes);
    return atOnce();
  }

  /**
   * Returns what follows the superstep that ends.
   *
   * @param made what ends with it, and what goes on beside it
   */
  NextTasks of(Frame frame, Barrier made) {
    barrier = made;
    for (PlannedTask planned : frame.plan().tasks()) {
      if (planned.isDropped()) {
        setAside(planned);
      } else {
        follow(planned.task(), planned.completed().routing());
      }
    }
    return after(frame.backlog());
  }

  /** Returns what joins remember of tasks that finished where nothing is to follow them. */
  PendingJoins remembered(Frame frame) {
    return PendingJoins.of(marks(frame, JoinMark::after));
  }

  /** Returns what a frame remembers for going through its superstep again. */
  PendingJoins repeating(Frame frame) {
    PendingJoins before = frame.backlog();
    return PendingJoins.of(
        marks(frame, JoinMark::repeating),
        before.deferred(),
        before.deferredSends(),
        before.again());
  }

  private Map<String, JoinMark> marks(
      Frame frame, BiFunction<JoinMark, Arrivals, JoinMark> change) {
    for (PlannedTask planned : frame.plan().tasks()) {
      if (planned.isDropped()) {
        setAside(planned);
      } else {
        graph.joins(planned.task().source()).forEach(join -> arrive(join, planned.task()));
      }
    }
    Map<String, JoinMark> marks = new TreeMap<>(frame.backlog().joins());
    arrivals.forEach(
        (join, news) -> marks.put(join.name(), change.apply(frame.backlog().mark(join), news)));
    marks.values().removeIf(JoinMark::isEmpty);
    return marks;
  }

  private void follow(Task task, Routing routing) {
    String node = task.source();
    takeAll(node, routing.routes());
    if (routing.rule() == Routing.Rule.BESIDE_EDGES) {
      for (StaticEdge edge : graph.staticEdges(node)) {
        take(node, Route.to(edge.to()));
      }
      graph.firstMatches(node).forEach(this::takeFirstMatch);
    }
    for (JoinEdge join : graph.joins(node)) {
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

  private void setAside(PlannedTask planned) {
    if (planned.progress() instanceof Progress.Dropped dropped && dropped.failure().isPresent()) {
      graph.races().stream()
          .filter(race -> race.hasBranch(planned))
          .forEach(race -> at(race.join()).failed().add(planned.task().source()));
    }
  }

  private Arrivals at(JoinEdge join) {
    return arrivals.computeIfAbsent(join, any -> Arrivals.none());
  }

  private void takeFirstMatch(FirstMatchEdge edge) {
    edge.target(state).ifPresent(target -> take(edge.from(), Route.to(target)));
  }

  private void take(String node, Route route) {
    String target = route.target();
    if (route instanceof ToNode && target.equals(END)) {
      return;
    }
    if (!graph.hasNode(target)) {
      throw new UnknownTargetException(
          node, target, graph.spec().nodes().stream().map(any -> any.name()).toList());
    }
    steps.add(new Step(node, route));
  }

  private NextTasks after(PendingJoins before) {
    boolean simple = before.isEmpty() && graph.isPlain() && barrier.beside().isEmpty();
    return simple ? atOnce() : afterJoins(before);
  }

  private NextTasks atOnce() {
    return new NextTasks(targets(steps), sends(steps), PendingJoins.EMPTY, Map.of());
  }

  private static NavigableSet<String> targets(List<Step> steps) {
    NavigableSet<String> names = new TreeSet<>();
    for (Step step : steps) {
      if (step.route() instanceof ToNode node) {
        names.add(node.target());
      }
    }
    return names;
  }

  private static List<Send> sends(List<Step> steps) {
    List<Send> sends = new ArrayList<>();
    for (Step step : steps) {
      if (step.route() instanceof Send send) {
        sends.add(send);
      }
    }
    return sends;
  }

  private NextTasks afterJoins(PendingJoins before) {
    JoinEvaluator joining = new JoinEvaluator(graph, before);
    for (JoinEdge join : graph.allJoins()) {
      joining.count(join, arrivals.get(join));
    }
    joining.countHandled(
        Stream.concat(steps.stream().map(step -> step.route().target()), sourcesBeside()).toList());
    List<Step> left =
        graph.races().isEmpty() ? steps : steps.stream().filter(joining::isOpen).toList();
    NavigableSet<String> names = targets(left);
    names.addAll(joining.firedTargets());
    return deferring(joining, before, names, sends(left));
  }

  private Stream<String> sourcesBeside() {
    return barrier.beside().tasks().stream().map(planned -> planned.task().source());
  }

  /** Returns the nodes that are triggered now, or were while they ran, with their depths. */
  private SortedMap<String, Integer> due(
      JoinEvaluator joining, PendingJoins before, NavigableSet<String> names) {
    SortedMap<String, Integer> due = new TreeMap<>(before.again());
    due.keySet().removeIf(name -> !joining.isOpen(name));
    names.forEach(name -> due.merge(name, barrier.depth(), Math::max));
    return due;
  }

  /**
   * Takes those out that run: they run once more after that, however often they are triggered
   * meanwhile.
   */
  private SortedMap<String, Integer> takeRunning(SortedMap<String, Integer> due) {
    SortedMap<String, Integer> again = new TreeMap<>();
    for (PlannedTask planned : barrier.beside().tasks()) {
      String node = planned.task().source();
      if (planned.isAlongEdges() && due.containsKey(node)) {
        again.put(node, due.remove(node));
      }
    }
    return again;
  }

  /** Keeps what leads to deferred nodes back until nothing else is left to run. */
  private NextTasks deferring(
      JoinEvaluator joining, PendingJoins before, NavigableSet<String> names, List<Send> sends) {
    Predicate<Send> isDeferred = send -> graph.deferred().contains(send.target());
    NavigableSet<String> waiting = new TreeSet<>(names);
    waiting.retainAll(graph.deferred());
    names.removeAll(waiting);
    before.deferred().stream().filter(joining::isOpen).forEach(waiting::add);
    List<Send> waitingSends = new ArrayList<>(before.deferredSends());
    waitingSends.removeIf(send -> !joining.isOpen(send.target()));
    sends.stream().filter(isDeferred).forEach(waitingSends::add);
    sends.removeIf(isDeferred);
    SortedMap<String, Integer> due = due(joining, before, names);
    SortedMap<String, Integer> again = takeRunning(due);
    List<String> targets = new ArrayList<>(due.keySet());
    targets.addAll(waiting);
    targets.addAll(again.keySet());
    sourcesBeside().forEach(targets::add);
    sends.forEach(send -> targets.add(send.target()));
    waitingSends.forEach(send -> targets.add(send.target()));
    Map<String, JoinMark> marks = joining.marks(targets);
    return due.isEmpty() && sends.isEmpty() && barrier.beside().isEmpty()
        ? new NextTasks(waiting, waitingSends, PendingJoins.of(marks), Map.of())
        : new NextTasks(
            due.keySet(), sends, PendingJoins.of(marks, waiting, waitingSends, again), due);
  }

  record Step(String from, Route route) {}

  /**
   * What follows a superstep.
   *
   * @param depths those of nodes where they differ from that of the superstep
   */
  record NextTasks(
      Collection<String> nodes,
      List<Send> sends,
      PendingJoins backlog,
      Map<String, Integer> depths) {
    static final NextTasks NONE = nothing(PendingJoins.EMPTY);

    static NextTasks nothing(PendingJoins backlog) {
      return new NextTasks(List.of(), List.of(), backlog, Map.of());
    }

    Plan plan(String thread, Frame frame, long checkpoint, int step, int depth) {
      if (nodes.isEmpty() && sends.isEmpty()) {
        return Plan.empty();
      }
      List<PlannedTask> planned = new ArrayList<>(nodes.size() + sends.size());
      for (String name : nodes) {
        planned.add(
            PlannedTask.ready(
                    Task.planned(thread, frame, name, 0, new Trigger.Edges(), checkpoint, step))
                .at(depths.getOrDefault(name, depth)));
      }
      for (int position = 0; position < sends.size(); position++) {
        Send send = sends.get(position);
        Trigger trigger = new Trigger.Sent(send.input(), send.timeout());
        planned.add(
            PlannedTask.ready(
                    Task.planned(
                        thread, frame, send.target(), position + 1, trigger, checkpoint, step))
                .at(depth));
      }
      return Plan.of(planned);
    }
  }
}
