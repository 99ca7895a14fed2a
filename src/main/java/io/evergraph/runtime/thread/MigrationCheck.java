package io.evergraph.runtime.thread;

import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Node;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.PendingJoins.JoinMark;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what a version of a graph lacks of what a thread of another version holds or waits for.
 *
 * <p>What was written has to stay readable, so that channels and subgraphs are kept as they were
 * declared; what is in progress has to find its nodes and joins. All else may differ.
 */
final class MigrationCheck {
  private final List<String> misfits = new ArrayList<>();

  private MigrationCheck() {}

  static List<String> misfits(GraphSpec from, GraphSpec to, Checkpoint at) {
    MigrationCheck fit = new MigrationCheck();
    fit.declared(from, to, "");
    for (Frame frame : at.frames().values()) {
      List<String> path = Namespaces.nodes(frame.namespace());
      GraphSpec before = from.inside(path).orElse(from);
      to.inside(path).ifPresent(level -> fit.inProgress(frame, before, level));
      from.inside(path)
          .filter(old -> !frame.plan().isEmpty())
          .ifPresent(old -> to.inside(path).ifPresent(level -> fit.execution(old, level)));
      if (!frame.isRoot()) {
        from.inside(path)
            .flatMap(old -> to.inside(path).map(it -> Map.entry(old, it)))
            .ifPresent(it -> fit.newcomers(it.getKey(), it.getValue(), frame.namespace()));
      }
    }
    return fit.misfits.stream().distinct().toList();
  }

  /**
   * What a subgraph in progress reads cannot be given to it without being given to the graph
   * around, too.
   */
  private void newcomers(GraphSpec from, GraphSpec to, String namespace) {
    List<String> known = from.channels().stream().map(ChannelSpec::name).toList();
    to.channels().stream()
        .map(ChannelSpec::name)
        .filter(name -> !known.contains(name))
        .forEach(
            name ->
                misfits.add(
                    "channel '" + name + "' is new in '" + namespace + "', which is in progress"));
  }

  private void execution(GraphSpec from, GraphSpec to) {
    if (from.flow().execution() != to.flow().execution()) {
      misfits.add(
          "graph '%s' ran as %s and is to run as %s, and its tasks are in progress"
              .formatted(from.name(), from.flow().execution(), to.flow().execution()));
    }
  }

  private void declared(GraphSpec from, GraphSpec to, String where) {
    from.channels().forEach(channel -> declared(channel, to, where));
    for (Node node : from.nodes()) {
      node.match(action -> true, child -> declared(child, to, where));
    }
  }

  private void declared(ChannelSpec channel, GraphSpec to, String where) {
    Optional<ChannelSpec> other =
        to.channels().stream().filter(it -> it.name().equals(channel.name())).findFirst();
    if (other.isEmpty()) {
      misfits.add("channel '" + channel.name() + "'" + where + " is not declared any more");
    } else if (!meaning(channel).equals(meaning(other.get()))) {
      misfits.add(
          "channel '"
              + channel.name()
              + "'"
              + where
              + " was "
              + meaning(channel)
              + " and is "
              + meaning(other.get()));
    }
  }

  private static String meaning(ChannelSpec channel) {
    String schema = channel.schema().isEmpty() ? "" : " " + channel.schema();
    return channel.type()
        + schema
        + " with reducer "
        + channel.reducer()
        + " "
        + channel.reducerVersion()
        + ", lifetime "
        + channel.lifetime();
  }

  private boolean declared(SubgraphNode child, GraphSpec to, String where) {
    Optional<GraphSpec> other = to.inside(List.of(child.name()));
    if (other.isEmpty()) {
      return misfits.add("subgraph '" + child.name() + "'" + where + " is not there any more");
    }
    declared(child.graph(), other.get(), where + " of subgraph '" + child.name() + "'");
    return true;
  }

  private void inProgress(Frame frame, GraphSpec before, GraphSpec level) {
    for (PlannedTask planned : frame.plan().tasks()) {
      task(planned, before, level);
    }
    frame.backlog().joins().entrySet().stream()
        .filter(entry -> remembers(entry.getValue()))
        .filter(entry -> joins(level).noneMatch(join -> join.name().equals(entry.getKey())))
        .forEach(
            entry ->
                misfits.add(
                    "the join '" + entry.getKey() + "' of which some have arrived is not there"));
    Stream.concat(
            frame.backlog().deferred().stream(),
            frame.backlog().deferredSends().stream().map(Send::target))
        .forEach(node -> require(level, node, "the deferred node"));
    frame.backlog().again().keySet().forEach(node -> require(level, node, "the node to run again"));
    Optional.ofNullable(frame.hold())
        .ifPresent(
            hold ->
                Stream.concat(hold.before().stream(), hold.after().stream())
                    .forEach(node -> require(level, node, "the node at a breakpoint")));
  }

  private static boolean remembers(JoinMark mark) {
    return !mark.arrived().isEmpty()
        || !mark.failed().isEmpty()
        || !mark.late().isEmpty()
        || !mark.handled().isEmpty();
  }

  private static Stream<JoinEdge> joins(GraphSpec level) {
    return level.edges().stream()
        .flatMap(
            edge ->
                edge.match(
                    none -> Stream.<JoinEdge>empty(),
                    none -> Stream.empty(),
                    Stream::of,
                    none -> Stream.empty()));
  }

  static MigrationPlan plan(GraphSpec from, GraphSpec to, Checkpoint at) {
    List<String> misfits =
        from.name().equals(to.name())
            ? misfits(from, to, at)
            : List.of("it is another graph than '" + from.name() + "'");
    return new MigrationPlan(
        ThreadId.of(at.thread()), from.name(), from.version(), to.version(), misfits);
  }

  private void require(GraphSpec level, String node, String role) {
    if (level.node(node).isEmpty()) {
      misfits.add(role + " '" + node + "' is not there");
    }
  }

  private void task(PlannedTask planned, GraphSpec before, GraphSpec level) {
    String node = planned.task().node();
    if (node.equals(Graph.START)) {
      return;
    }
    require(level, node, "the node of a task in progress");
    boolean isNested = planned.progress() instanceof Progress.Nested;
    boolean isSubgraph = level.inside(List.of(node)).isPresent();
    boolean isCall =
        Namespaces.isOnOwnThread(before, node) && Namespaces.isOnOwnThread(level, node);
    if (level.node(node).isPresent() && !isNested && !isCall && isSubgraph) {
      misfits.add("node '" + node + "' is a subgraph now, and a task of it is in progress");
    }
    if (planned.progress() instanceof Progress.Settled settled) {
      settled.result().routing().routes().stream()
          .map(Route::target)
          .filter(target -> !target.equals(Graph.END))
          .forEach(target -> require(level, target, "the target of a finished task"));
    }
  }

  /** Returns the edit that gives channels what they begin with; empty where no channel is new. */
  static Optional<Input> newcomers(String id, Pregel pregel, Frame frame) {
    StateSchema schema = pregel.schema(frame);
    List<Write> writes =
        schema.initial().values().entrySet().stream()
            .filter(entry -> !frame.state().has(entry.getKey()))
            .filter(entry -> schema.isTracked(entry.getKey()))
            .map(entry -> new Write(entry.getKey(), entry.getValue(), true))
            .toList();
    Input edit =
        new Input.StateEdit(
            id,
            Frame.ROOT,
            List.of(new NodeEdit(new StateUpdate(writes), null)),
            RunOptions.defaults().settingsFor(pregel.spec()),
            Input.StateEdit.Following.AS_PLANNED);
    return writes.isEmpty() ? Optional.empty() : Optional.of(Identities.given(edit));
  }
}
