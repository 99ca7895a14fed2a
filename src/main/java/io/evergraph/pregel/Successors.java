package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Match;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.ToNode;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final SortedSet<String> names = new TreeSet<>();
  private final List<Send> sends = new ArrayList<>();
  private final Map<String, SortedSet<String>> joinMarks;

  Successors(Level level, State state, Map<String, SortedSet<String>> joinMarks) {
    this.level = level;
    this.state = state;
    this.joinMarks = new HashMap<>(joinMarks);
  }

  void follow(String node, Routing routing) {
    routing.routes().forEach(route -> take(node, route));
    if (routing.rule() == Routing.Rule.BESIDE_EDGES) {
      level.staticEdges(node).forEach(edge -> take(node, edge.to()));
      level.firstMatches(node).forEach(this::takeFirstMatch);
    }
    level.joins(node).forEach(join -> arrive(node, join));
  }

  private void takeFirstMatch(FirstMatchEdge edge) {
    edge.matches().stream()
        .filter(match -> match.accepts(state))
        .findFirst()
        .map(Match::target)
        .ifPresent(target -> take(edge.from(), target));
  }

  private void take(String node, Route route) {
    route.match((ToNode it) -> take(node, it.target()), (Send it) -> takeSend(node, it));
  }

  private boolean take(String node, String target) {
    return !target.equals(END) && names.add(known(node, target));
  }

  private boolean takeSend(String node, Send send) {
    known(node, send.target());
    return sends.add(send);
  }

  private String known(String node, String target) {
    if (!level.hasNode(target)) {
      throw new UnknownTargetException(
          node, target, level.spec().nodes().stream().map(any -> any.name()).toList());
    }
    return target;
  }

  private void arrive(String node, JoinEdge join) {
    String key = String.join(",", join.sources()) + ">" + join.to();
    SortedSet<String> arrived = new TreeSet<>(joinMarks.getOrDefault(key, new TreeSet<>()));
    arrived.add(node);
    if (arrived.containsAll(join.sources())) {
      joinMarks.remove(key);
      take(node, join.to());
    } else {
      joinMarks.put(key, arrived);
    }
  }

  Map<String, SortedSet<String>> joinMarks() {
    return joinMarks;
  }

  Plan plan(String thread, Frame frame, long checkpoint, int step) {
    List<PlannedTask> planned = new ArrayList<>();
    for (String name : names) {
      planned.add(
          PlannedTask.ready(
              Task.planned(thread, frame, name, 0, new Trigger.Edges(), checkpoint, step)));
    }
    for (int position = 0; position < sends.size(); position++) {
      Send send = sends.get(position);
      Trigger trigger = new Trigger.Sent(send.input(), send.timeout());
      planned.add(
          PlannedTask.ready(
              Task.planned(thread, frame, send.target(), position + 1, trigger, checkpoint, step)));
    }
    return Plan.of(planned);
  }
}
