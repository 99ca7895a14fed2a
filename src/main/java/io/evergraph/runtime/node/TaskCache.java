package io.evergraph.runtime.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.evergraph.error.GraphException;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.CachePolicy.OfCaller;
import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds and keeps the results of tasks whose node has a cache policy. */
final class TaskCache {
  private final NodeCache cache;
  private final StateCodec codec;

  TaskCache(NodeCache cache, StateCodec codec) {
    this.cache = cache;
    this.codec = codec;
  }

  /**
   * Returns whether a result of a task may be used again. What a person has answered is no part of
   * what it depends on, nor is the failure that a task takes care of, so that such tasks run in any
   * case.
   */
  static boolean mayKeep(Task task) {
    return !task.isAnswered() && !task.isHandling();
  }

  /** Returns the action of a task with its results kept and used again. */
  CachedAction around(NodeAction action, Graph graph, TaskContext own, CachePolicy policy) {
    return new CachedAction(action, graph, own, policy);
  }

  private NodeCache.Key key(Graph graph, CachePolicy policy, NodeContext context) {
    String node = context.node();
    State read = context.state();
    Object parts =
        policy.channels().isEmpty() ? graph.action(node).cacheKey(read) : values(policy, read);
    return new NodeCache.Key(
        graph.name(),
        node,
        ContentHash.hex(
            graph.name(),
            node,
            policy.version(),
            text(parts),
            given(policy, OfCaller.CONTEXT, context.runContext()),
            given(policy, OfCaller.OPTIONS, context.options())));
  }

  private String given(CachePolicy policy, OfCaller part, Map<String, Object> values) {
    return policy.ignored().contains(part) ? "" : text(values);
  }

  private static Map<String, @Nullable Object> values(CachePolicy policy, State read) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    policy.channels().forEach(channel -> values.put(channel, read.value(channel)));
    return values;
  }

  private String text(@Nullable Object parts) {
    try {
      return codec
          .mapper()
          .writer()
          .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .writeValueAsString(codec.plain(codec.toJson(parts)));
    } catch (JsonProcessingException failure) {
      throw new IllegalStateException("Expected plain values to have a JSON form.", failure);
    }
  }

  private Optional<Command> find(NodeCache.Key key, Graph graph) {
    return cache.find(key).flatMap(text -> read(text, graph, key.node()));
  }

  private Optional<Command> read(String text, Graph graph, String node) {
    try {
      TaskResult raw = codec.mapper().readValue(text, TaskResult.class);
      TaskResult bound = codec.bind(raw, graph.schema(), graph::inputOf, node);
      return bound instanceof TaskResult.Completed done
          ? Optional.of(command(done))
          : Optional.empty();
    } catch (JsonProcessingException | GraphException unfit) {
      return Optional.empty();
    }
  }

  private static Command command(TaskResult.Completed kept) {
    Command command = Command.update(new StateUpdate(kept.writes()));
    Routing routing = kept.routing();
    return routing.rule() == Routing.Rule.BESIDE_EDGES ? command : command.then(routing.routes());
  }

  private static Command again(Command kept, String task) {
    List<Write> writes = KeptMessages.anew(kept.update().writes(), task);
    return new Command(new StateUpdate(writes), kept.routes(), kept.scope());
  }

  /** Returns what is kept of a result; empty where it does not fit the graph as it is. */
  private Optional<String> text(Command command, Graph graph, String node) {
    try {
      List<Write> writes =
          command.update().writes().stream()
              .map(write -> codec.checked(write, graph.schema(), node))
              .toList();
      Routing routing =
          command.routes().map(Routing::instead).orElseGet(() -> Routing.beside(List.of()));
      TaskResult kept = new TaskResult.Completed("", writes, routing, TaskReport.NONE);
      return Optional.of(codec.toJson(kept).toString());
    } catch (GraphException unfit) {
      return Optional.empty();
    }
  }

  /**
   * The action of one task, run only where no result of it is kept. An attempt after the first, and
   * a retry, runs it in any case: what was kept may be why the one before failed.
   */
  final class CachedAction implements NodeAction {
    private final NodeAction action;
    private final Graph graph;
    private final TaskContext own;
    private final CachePolicy policy;
    private Runnable keeping = () -> {};
    private boolean kept;

    private CachedAction(NodeAction action, Graph graph, TaskContext own, CachePolicy policy) {
      this.action = action;
      this.graph = graph;
      this.own = own;
      this.policy = policy;
    }

    boolean wasKept() {
      return kept;
    }

    @Override
    public Command run(NodeContext context) throws Exception {
      NodeCache.Key key = key(graph, policy, context);
      Optional<Command> found =
          runsAnyway(context)
              ? Optional.empty()
              : find(key, graph).flatMap(it -> graph.action(context.node()).reused(it, context));
      kept = found.isPresent();
      if (kept) {
        return again(found.get(), context.idempotencyKey());
      }
      Command command = action.run(context);
      if (command.scope() == Command.Scope.GRAPH
          && new KeptMessages(context.state()).areAdded(command.update().writes())) {
        text(command, graph, key.node())
            .ifPresent(it -> keeping = () -> cache.put(key, it, policy.timeToLive()));
      }
      return command;
    }

    private boolean runsAnyway(NodeContext context) {
      return context.attempt() > 1 || own.isRetried();
    }

    /** Keeps what the node returned, now that neither hooks nor routers have refused it. */
    void keep() {
      if (own.questions().isEmpty()) {
        keeping.run();
      }
    }
  }
}
