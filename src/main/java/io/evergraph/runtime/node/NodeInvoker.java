package io.evergraph.runtime.node;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Command;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Emission;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.Store;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.TaskResult.ParentCommand;
import io.evergraph.pregel.Trigger;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.runtime.node.TaskCache.CachedAction;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.thread.Identities;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one attempt of a node, the same for every runtime: the action, its routers, the check of
 * what it writes, its questions, its timeouts, and the decision whether a failure is worth another
 * attempt.
 *
 * <p>Runs on the calling thread, which it may interrupt when the node's time is up. Safe for use by
 * several threads.
 */
public final class NodeInvoker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeInvoker.class);

  private final StateCodec codec;
  private final NodeServices services;
  private final Supplier<NodeHook> hooks;
  private final TaskCache results;
  private final Watchdog watchdog = new Watchdog();

  /**
   * Makes what runs attempts.
   *
   * @param store gives nodes their long-term store, or fails where there is none
   */
  public NodeInvoker(
      StateCodec codec,
      AnswerSchemas schemas,
      EventBus bus,
      Supplier<NodeHook> hooks,
      NodeCache cache,
      Supplier<Store> store) {
    this.codec = codec;
    this.services = new NodeServices(codec, schemas, bus, store);
    this.hooks = hooks;
    this.results = new TaskCache(cache, codec);
  }

  /** Runs one attempt. Never throws what the node throws: that is part of the returned end. */
  public Attempt run(Invocation invocation) {
    Task task = invocation.task();
    NodePolicy ofNode = invocation.graph().policy(task.node());
    NodePolicy policy = invocation.options().applyTo(task.policy(ofNode));
    Watchdog.Watch watch =
        watchdog.watch(task.node(), policy, stuck -> giveUp(invocation, policy, stuck));
    TaskContext context = new TaskContext(invocation, policy, watch, services);
    if (invocation.start() > 1) {
      context.tell(new Emission.AttemptBegun());
    }
    Attempt attempt = attempt(invocation, new AttemptOutcome(invocation, policy, context, watch));
    context.flush();
    return attempt;
  }

  private Attempt attempt(Invocation invocation, AttemptOutcome end) {
    TaskResult.Completed done = null;
    Throwable failure = null;
    try {
      done = complete(invocation, end);
    } catch (Throwable thrown) {
      failure = thrown;
    }
    if (!end.watch().end()) {
      return new Attempt.Abandoned(invocation.task().id());
    }
    if (failure instanceof InterruptSignal) {
      return end.asked();
    }
    NodeTimeoutException verdict = end.watch().verdict();
    if (verdict != null) {
      return late(end, verdict, failure == null ? end.again(verdict) : end.failed(verdict));
    }
    if (done == null) {
      return end.failed(Objects.requireNonNull(failure));
    }
    return end.context().questions().isEmpty() ? new Attempt.Ended(done) : end.asked();
  }

  /** Where no other attempt follows one whose time is up, the node may have a result after all. */
  private Attempt late(AttemptOutcome end, NodeTimeoutException verdict, Attempt attempt) {
    return attempt.match(
        last ->
            last.result()
                .<Optional<TaskResult>>match(
                    done -> Optional.empty(),
                    asked -> Optional.empty(),
                    failed -> afterAll(end, verdict))
                .map(Attempt.Ended::new)
                .orElse(last),
        again -> again,
        abandoned -> abandoned);
  }

  private Optional<TaskResult> afterAll(AttemptOutcome end, NodeTimeoutException verdict) {
    Invocation invocation = end.invocation();
    Task task = invocation.task();
    if (task.trigger() instanceof Trigger.RouteOnly
        || invocation.control().runsElsewhereWhenLate(end.policy())) {
      return Optional.empty();
    }
    TaskContext context = new TaskContext(invocation, end.policy(), end.watch(), services);
    try {
      Optional<Command> result = invocation.graph().action(task.node()).timedOut(context, verdict);
      return result.isPresent()
          ? Optional.of(completed(invocation, context, result.get(), end.report()))
          : Optional.empty();
    } catch (InterruptSignal asked) {
      return Optional.empty();
    } catch (Throwable failure) {
      LOG.warn("Node '{}' has no result for its time-out.", task.node(), LogContents.of(failure));
      return Optional.empty();
    }
  }

  private void giveUp(Invocation invocation, NodePolicy policy, Watchdog.Watch watch) {
    NodeTimeoutException verdict = watch.verdict();
    if (verdict != null) {
      LOG.warn(
          "Node '{}' does not heed interrupts: its thread goes on after attempt {} was given up.",
          invocation.task().node(),
          invocation.attempt());
      // The thread of the attempt may still use the context that it was given
      AttemptOutcome end =
          new AttemptOutcome(
              invocation, policy, new TaskContext(invocation, policy, watch, services), watch);
      invocation.control().giveUp(late(end, verdict, end.again(verdict)));
    }
  }

  @Override
  public void close() {
    watchdog.close();
  }

  private TaskResult.Completed complete(Invocation invocation, AttemptOutcome end)
      throws Exception {
    Task task = invocation.task();
    TaskContext context = end.context();
    if (task.trigger() instanceof Trigger.RouteOnly routeOnly) {
      return completed(invocation, context, Command.update(routeOnly.update()), end.report());
    }
    Graph graph = invocation.graph();
    // Code that was compiled without regard to nullness may return null: it writes nothing
    NodeAction plain =
        own -> Objects.requireNonNullElse(graph.action(task.node()).run(own), Command.none());
    Optional<CachedAction> cached =
        end.policy()
            .cache()
            .filter(any -> TaskCache.mayKeep(task))
            .map(rule -> results.around(plain, graph, context, rule));
    NodeAction action = cached.isPresent() ? cached.get() : plain;
    Command command = hooks.get().around(graph.hook(task.node())).around(action).run(context);
    boolean wasKept = cached.filter(CachedAction::wasKept).isPresent();
    TaskResult.Completed done =
        completed(invocation, context, command, wasKept ? end.report().fromCache() : end.report());
    cached.ifPresent(CachedAction::keep);
    return done;
  }

  private TaskResult.Completed completed(
      Invocation invocation, TaskContext context, Command command, TaskReport report)
      throws Exception {
    Task task = invocation.task();
    if (command.scope() == Command.Scope.PARENT) {
      return new TaskResult.Completed(
          task.id(),
          List.of(),
          Routing.beside(List.of()),
          report,
          parentCommand(invocation, command));
    }
    ValueCheck check = new ValueCheck(codec, invocation.graph(), task.node());
    List<Write> writes = check.writes(command.update());
    Routing routing = routing(invocation, context, command, writes, check);
    return new TaskResult.Completed(
        task.id(), Identities.given(writes, task.id()), routing, report);
  }

  private ParentCommand parentCommand(Invocation invocation, Command command) {
    Task task = invocation.task();
    Graph around =
        invocation
            .around()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "a command of node '" + task.node() + "' to the parent",
                        "a graph that stands in another one as a node",
                        "'" + invocation.root().name() + "', which runs by itself"));
    List<String> path = Namespaces.nodes(task.namespace());
    requireShared(command.update(), invocation.graph().schema(), around.schema(), task.node());
    ValueCheck check = new ValueCheck(codec, around, task.node());
    List<Write> writes = Identities.given(check.writes(command.update()), task.id());
    List<Route> gone =
        new RouteResolution(around)
            .byGoto(path.get(path.size() - 1), command.routes().orElse(List.of()));
    List<Route> routes = sent(gone, check, invocation);
    return new ParentCommand(
        writes,
        command.routes().isPresent() && replacesEdges(around)
            ? Routing.instead(routes)
            : Routing.beside(routes));
  }

  /** A channel that only the subgraph declares is its own, also where the graph around is open. */
  private static void requireShared(
      StateUpdate update, StateSchema own, StateSchema around, String node) {
    for (Write write : update.writes()) {
      if (!around.shares(write.channel(), own)) {
        throw new UnknownChannelException(
            write.channel(), node, List.copyOf(around.channels().keySet()));
      }
    }
  }

  private static boolean replacesEdges(Graph graph) {
    return graph.spec().flow().gotos() == GotoRule.REPLACE;
  }

  private Routing routing(
      Invocation invocation,
      TaskContext context,
      Command command,
      List<Write> writes,
      ValueCheck check)
      throws Exception {
    Graph graph = invocation.graph();
    List<Route> routes = new ArrayList<>();
    if (command.routes().isPresent()) {
      String node = invocation.task().node();
      routes.addAll(new RouteResolution(graph).byGoto(node, command.routes().get()));
      if (replacesEdges(graph)) {
        return Routing.instead(sent(routes, check, invocation));
      }
    }
    int gotos = routes.size();
    List<ConditionalEdge> edges = graph.conditionalEdges(invocation.task().source());
    if (!edges.isEmpty()) {
      routes.addAll(along(edges, invocation, context, writes, check));
    }
    return Routing.beside(routes.isEmpty() ? routes : sent(routes, check, invocation), gotos);
  }

  private static List<Route> sent(List<Route> routes, ValueCheck check, Invocation invocation) {
    return Identities.sent(check.routes(routes), invocation.task().id());
  }

  private List<Route> along(
      List<ConditionalEdge> edges,
      Invocation invocation,
      TaskContext context,
      List<Write> writes,
      ValueCheck check)
      throws Exception {
    Graph graph = invocation.graph();
    List<Write> own = Identities.given(writes, invocation.task().id());
    TaskContext after = new TaskContext(context, () -> after(invocation, own));
    List<Route> routes = new ArrayList<>();
    for (ConditionalEdge edge : edges) {
      Command chosen = graph.router(edge).command(after);
      requireOwn(chosen, edge);
      writes.addAll(check.writes(chosen.update()));
      routes.addAll(new RouteResolution(graph).alongEdge(edge, chosen.routes().orElse(List.of())));
    }
    return routes;
  }

  private static void requireOwn(Command chosen, ConditionalEdge edge) {
    if (chosen.scope() == Command.Scope.PARENT) {
      throw new InvalidInputException(
          "the command of a router of '" + edge.from() + "'",
          "one for the graph of the node",
          "one to the parent, which only nodes give");
    }
  }

  private State after(Invocation invocation, List<Write> writes) {
    StateSchema schema = invocation.graph().schema();
    TaskWrites own = new TaskWrites(invocation.task().node(), writes);
    Trigger trigger = invocation.task().trigger();
    State before =
        trigger.readsCheckpoint() ? trigger.read(invocation.state()) : invocation.state().get();
    State all = schema.apply(before, List.of(own));
    State read = invocation.graph().spec().shape().readBy(invocation.task().node(), all);
    Set<String> written = writes.stream().map(Write::channel).collect(Collectors.toSet());
    return codec.readable(read.equals(all) ? all : read.and(all.only(written::contains)), schema);
  }
}
