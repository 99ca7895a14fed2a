package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.state.strategy.AppendStrategy;
import com.alibaba.cloud.ai.graph.state.strategy.MergeStrategy;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A compiled graph of Spring AI Alibaba as a node: one task runs it from its start to its end.
 *
 * <p>It begins with what the node reads, under the names of the channels, and what it changed is
 * written in the end: of keys that it appends or merges only what is new, which suits {@link
 * ListChannel#append} and {@link Channel#merge}. What its nodes stream is emitted. Where it stops
 * for a person, the task asks; the answer is a map of values for its state, and it goes on from the
 * checkpoint of its own saver, with what has changed in our state meanwhile. An exception of its
 * nodes is a failure of the node, for the node's retry policy: the attempt after it begins at the
 * last question that was asked, or at the start. Immutable.
 */
public final class SaaGraph implements NodeAction {
  private final CompiledGraph graph;
  private final Set<String> written;

  private SaaGraph(CompiledGraph graph, Set<String> written) {
    this.graph = graph;
    this.written = written;
  }

  /** Makes a node of a graph, which writes all that the graph changes. */
  public static SaaGraph of(CompiledGraph graph) {
    return new SaaGraph(graph, Set.of());
  }

  /** Returns this node writing the named keys only; the others stay inside. */
  public SaaGraph writing(String... keys) {
    return new SaaGraph(graph, Set.of(keys));
  }

  /**
   * Runs the graph, or goes on with it where a question was answered.
   *
   * @throws io.evergraph.error.StepLimitException when it reached its own recursion limit
   * @throws io.evergraph.error.NotOfferedException when it asks and has no saver to wait in
   */
  @Override
  public Command run(NodeContext context) throws Exception {
    Map<String, KeyStrategy> strategies = graph.getKeyStrategyMap();
    Map<String, Object> given = Values.given(context.state());
    Map<String, Object> taken = OverAllState.updateState(Map.of(), given, strategies);
    Map<String, Object> before = graph.cloneState(taken).data();
    Map<String, Object> after = new SaaRun(graph, context, before).finish(given);
    StateUpdate update = update(before, after, strategies);
    return BridgeKeys.directed(Command.update(update), after, context);
  }

  private StateUpdate update(
      Map<String, Object> before, Map<String, Object> after, Map<String, KeyStrategy> strategies) {
    Map<String, Write> writes = new LinkedHashMap<>();
    Map<String, @Nullable Object> stateBefore = BridgeKeys.graphState(before);
    Map<String, @Nullable Object> stateAfter = BridgeKeys.graphState(after);
    stateBefore.keySet().retainAll(stateAfter.keySet()); // what is not told there has not changed
    Values.changes(stateBefore, stateAfter, strategies)
        .forEach(write -> writes.put(write.channel(), write));
    Values.changes(before, after, strategies).forEach(write -> writes.put(write.channel(), write));
    return new StateUpdate(
        writes.values().stream()
            .filter(write -> written.isEmpty() || written.contains(write.channel()))
            .toList());
  }

  @Override
  public boolean waitsForService() {
    return true;
  }

  /**
   * Returns a graph of this one node, whose channels behave as the keys do: to run it by itself, or
   * as a subgraph.
   */
  public Graph asGraph(String name) {
    GraphBuilder builder = Graph.builder(name).openState();
    graph.getKeyStrategyMap().entrySet().stream()
        .filter(key -> BridgeKeys.isChannel(key.getKey()))
        .forEach(key -> builder.channels(channel(key.getKey(), key.getValue())));
    return builder.node(name, this).edge(Graph.START, name).edge(name, Graph.END).build();
  }

  private static Channel<?> channel(String key, KeyStrategy strategy) {
    if (strategy instanceof AppendStrategy) {
      return ListChannel.append(key, Object.class);
    }
    return strategy instanceof MergeStrategy ? Channel.merge(key) : Channel.of(key, Object.class);
  }
}
