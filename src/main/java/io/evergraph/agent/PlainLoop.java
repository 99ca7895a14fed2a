package io.evergraph.agent;

import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Edge;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.Graph;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.StateShape;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.ScopedContext;
import io.evergraph.runtime.thread.Identities;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs the nodes of an agent one after the other in one task: {@link ExecutionMode#LEGACY}. A node
 * that asks a person when others ran before it ends the task; the next one begins with it.
 */
final class PlainLoop implements NodeAction {
  static final String NODE = "agent";

  private static final Channel<Pending> PENDING = Channel.of("agent.pending", Pending.class);

  private final Graph agent;
  private final Map<String, Edge> next = new HashMap<>();

  /**
   * Where the next task goes on.
   *
   * @param node the node that asks
   * @param turn the turn that it is part of; in another one, it is over
   */
  record Pending(String node, String turn) {}

  private PlainLoop(Graph agent) {
    this.agent = agent;
    agent.spec().edges().forEach(edge -> next.put(edge.sources().get(0), edge));
  }

  /** Returns the graph of one node that runs those of an agent, which follow one another. */
  static Graph of(Graph agent, NodePolicy policy) {
    Channel<?>[] channels = agent.schema().channels().values().toArray(Channel<?>[]::new);
    StateShape shape = agent.spec().shape();
    return Graph.builder(agent.name())
        .version(agent.version())
        .channels(channels)
        .channels(PENDING)
        .hidden(named(agent, shape.hidden()))
        .readOnly(named(agent, shape.readOnly()))
        .hidden(PENDING)
        .maxSteps(agent.spec().maxSteps())
        .onInput(agent::taken)
        .node(NODE, new PlainLoop(agent), policy)
        .edge(Graph.START, NODE)
        .edge(NODE, Graph.END)
        .ends(NODE, NODE)
        .build();
  }

  private static Channel<?>[] named(Graph agent, Set<String> names) {
    return names.stream().map(agent.schema().channels()::get).toArray(Channel<?>[]::new);
  }

  @Override
  public boolean waitsForService() {
    return true;
  }

  @Override
  public Command run(NodeContext context) throws Exception {
    Progress progress = new Progress(context);
    Route at = Route.to(begin(context));
    while (!at.target().equals(Graph.END)) {
      progress.give(at);
      Optional<Command> done = done(at.target(), progress.view());
      if (done.isEmpty()) {
        return progress.pausedAt(at.target());
      }
      progress.take(at.target(), done.get());
      at = following(at.target(), done.get(), progress.state);
    }
    return progress.ended();
  }

  private String begin(NodeContext context) {
    return context
        .state()
        .find(PENDING)
        .filter(it -> it.turn().equals(context.turnId()))
        .map(Pending::node)
        .orElseGet(() -> behind(Graph.START, context.state()));
  }

  /** Returns nothing where the node has to ask in a task of its own. */
  private Optional<Command> done(String node, ScopedContext view) throws Exception {
    try {
      Command done = agent.action(node).run(view);
      return view.isLate() ? Optional.empty() : Optional.of(done);
    } catch (InterruptSignal asked) {
      if (view.isLate()) {
        return Optional.empty();
      }
      throw asked;
    }
  }

  private Route following(String node, Command done, State state) {
    return done.routes()
        .map(routes -> routes.isEmpty() ? Route.to(Graph.END) : routes.get(0))
        .orElseGet(() -> Route.to(behind(node, state)));
  }

  private String behind(String node, State state) {
    Edge edge = next.get(node);
    if (edge instanceof FirstMatchEdge matches) {
      return matches.target(state).orElse(Graph.END);
    }
    return edge == null ? Graph.END : edge.targets().get(0);
  }

  /** What a task has done so far. */
  private final class Progress {
    private final NodeContext task;
    private State state;
    private StateUpdate written = StateUpdate.empty();
    private int steps;

    Progress(NodeContext task) {
      this.task = task;
      this.state = task.state();
    }

    /** Writes what a node is given, so that it finds it in a later task, too. */
    void give(Route route) {
      route.match(to -> StateUpdate.empty(), sent -> write(sent.target(), sent.input()));
    }

    void take(String node, Command done) {
      List<Write> writes = Identities.given(done.update().writes(), key());
      write(node, new StateUpdate(writes));
      steps++;
      task.heartbeat();
    }

    private StateUpdate write(String node, StateUpdate update) {
      written = written.and(update);
      state = agent.schema().apply(state, List.of(new TaskWrites(node, update.writes())));
      return update;
    }

    ScopedContext view() {
      ScopedContext view = ScopedContext.of(task, state).keyed(key());
      return steps == 0 ? view : view.begun();
    }

    /** What a model asks for may be something else in another attempt: it has another key then. */
    private String key() {
      Object[] calls =
          Messages.lastCaller(state, ReactAgent.MESSAGES)
              .map(Message.Assistant::toolCalls)
              .orElse(List.of())
              .stream()
              .map(PlainLoop::asked)
              .toArray();
      return ContentHash.uuid(task.idempotencyKey(), steps, List.of(calls));
    }

    private Command pausedAt(String node) {
      return Command.update(written.with(PENDING, new Pending(node, task.turnId()))).thenGoTo(NODE);
    }

    /** The agent may be entered again in the same turn, where it is a part of another graph. */
    private Command ended() {
      return Command.update(
          task.state().find(PENDING).isEmpty() ? written : written.overwriting(PENDING, null));
    }
  }

  private static String asked(ToolCall call) {
    return call.name() + call.arguments();
  }
}
