package io.evergraph.runtime.stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.thread.Visibility;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.StreamableMessage;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The values of a thread as one reader wants to see them: typed, and of the wanted channels. */
final class ThreadValues {
  private static final int KEPT = 8;

  private final GraphRuntime runtime;
  private final ThreadId thread;
  private final StreamOptions options;
  private final Cache<Long, State> states =
      Caffeine.newBuilder().maximumSize(KEPT).executor(Runnable::run).build();
  private @Nullable Graph graph;
  private @Nullable String graphName;

  /**
   * Begins to read.
   *
   * @param graph the graph of the thread; null where the thread is to be asked
   */
  ThreadValues(
      GraphRuntime runtime, ThreadId thread, StreamOptions options, @Nullable Graph graph) {
    this.runtime = runtime;
    this.thread = thread;
    this.options = options;
    this.graph = graph;
  }

  private State at(long checkpoint) {
    return checkpoint == 0
        ? State.empty()
        : states.get(checkpoint, number -> runtime.stateAt(thread, number));
  }

  boolean isSame(long before, long after) {
    return at(before).equals(at(after));
  }

  State shown(long checkpoint) {
    return at(checkpoint).only(options::showsChannel);
  }

  State input(ThreadTrace.Planned planned) {
    return planned
        .trigger()
        .map(values -> typed(values, planned.origin()))
        .read(() -> at(planned.step().checkpoint()));
  }

  private StateUpdate typed(StateUpdate values, TaskOrigin origin) {
    return schema(origin).map(schema -> runtime.codec().bindInput(values, schema)).orElse(values);
  }

  List<Write> shown(TaskOrigin origin, List<Write> writes) {
    return schema(origin).map(schema -> typed(origin, writes, schema)).orElse(writes).stream()
        .filter(write -> options.showsChannel(write.channel()))
        .toList();
  }

  private List<Write> typed(TaskOrigin origin, List<Write> writes, StateSchema schema) {
    List<Write> visible = new Visibility(graph().spec()).of(writes, origin.namespace());
    return runtime.codec().bind(visible, schema, origin.node());
  }

  List<StreamableMessage> messages(TaskOrigin origin, List<Write> writes) {
    return shown(origin, writes).stream().flatMap(write -> messages(write.value())).toList();
  }

  List<String> messageIdsAt(long checkpoint) {
    return at(checkpoint).values().values().stream()
        .flatMap(ThreadValues::messages)
        .map(StreamableMessage::id)
        .toList();
  }

  private static Stream<StreamableMessage> messages(@Nullable Object value) {
    Stream<?> elements = value instanceof List<?> list ? list.stream() : Stream.ofNullable(value);
    return elements.filter(StreamableMessage.class::isInstance).map(StreamableMessage.class::cast);
  }

  /** Returns the channels of a task's graph; empty where this process does not know the graph. */
  private Optional<StateSchema> schema(TaskOrigin origin) {
    try {
      return Optional.of(Namespaces.graphOf(graph(), origin.namespace()).schema());
    } catch (GraphException unknown) {
      return Optional.empty();
    }
  }

  /**
   * Returns the graph that a task runs on a thread of its own; empty where it does no such thing,
   * or this process does not know the graph.
   *
   * @throws RuntimeUnavailableException when it cannot be told now: what is seen next depends on it
   */
  Optional<Graph> callee(TaskOrigin task) {
    try {
      Graph around = Namespaces.graphOf(graph(), task.namespace());
      return Optional.of(task.node())
          .filter(node -> Namespaces.isOnOwnThread(around.spec(), node))
          .map(around::subgraph);
    } catch (RuntimeUnavailableException away) {
      throw away;
    } catch (GraphException unknown) {
      return Optional.empty();
    }
  }

  /** Returns the calls around a namespace; all tasks where this process does not know the graph. */
  List<String> calls(String namespace) {
    try {
      return Namespaces.calls(graph(), namespace);
    } catch (GraphException unknown) {
      return Namespaces.tasks(namespace);
    }
  }

  private Graph graph() {
    if (graph == null) {
      graph = runtime.graphs().graph(graphName());
    }
    return graph;
  }

  /** A process that does not know the graph asks the thread once. */
  private String graphName() {
    if (graphName == null) {
      graphName = String.valueOf(runtime.snapshot(thread).graph());
    }
    return graphName;
  }
}
