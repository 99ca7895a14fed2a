package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.graph.ActionNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Graph;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryAfter;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one attempt of a node, the same for every runtime: the action, its routers, the check of
 * what it writes, its questions, its timeouts, and the decision whether a failure is worth another
 * attempt.
 *
 * <p>Runs on the calling thread, which it may interrupt when the node's time is up. Safe for use by
 * several threads.
 */
public final class NodeInvoker {
  private final StateCodec codec;
  private final AnswerSchemas schemas;
  private final EventBus bus;
  private final Watchdog watchdog = new Watchdog();

  /**
   * Makes an invoker on the given codec and schemas.
   *
   * @param bus carries what nodes emit
   */
  public NodeInvoker(StateCodec codec, AnswerSchemas schemas, EventBus bus) {
    this.codec = codec;
    this.schemas = schemas;
    this.bus = bus;
  }

  /** Runs one attempt. Never throws what the node throws: that is part of the returned end. */
  public Attempt run(Invocation invocation) {
    NodePolicy policy = policyOf(invocation);
    Watchdog.Watch watch = watchdog.watch(policy.timeout(), policy.hardTimeout());
    TaskContext context =
        new TaskContext(invocation, inputOf(invocation), codec, schemas, watch, bus);
    try {
      TaskResult.Completed done = complete(invocation, context, watch);
      String verdict = watch.end();
      return verdict == null
          ? ended(invocation, context, watch, done)
          : tooLong(invocation, watch, verdict);
    } catch (InterruptSignal asked) {
      watch.end();
      return asked(invocation, context, watch);
    } catch (Throwable failure) {
      String verdict = watch.end();
      return failed(invocation, context, watch, verdict, failure);
    }
  }

  private static NodePolicy policyOf(Invocation invocation) {
    NodePolicy ofNode =
        invocation
            .graph()
            .spec()
            .node(invocation.task().node())
            .map(node -> node.match(ActionNode::policy, subgraph -> NodePolicy.DEFAULT))
            .orElse(NodePolicy.DEFAULT);
    return invocation.options().applyTo(invocation.task().policy(ofNode));
  }

  private Supplier<State> inputOf(Invocation invocation) {
    StateSchema schema = invocation.graph().schema();
    Trigger trigger = invocation.task().trigger();
    return () -> codec.readable(trigger.read(invocation.state()), schema);
  }

  private TaskResult.Completed complete(
      Invocation invocation, TaskContext context, Watchdog.Watch watch) throws Exception {
    Task task = invocation.task();
    Command command = command(invocation, context);
    List<Write> writes = checked(invocation, command.update());
    Routing routing =
        command.routes().isPresent()
            ? Routing.instead(
                checked(
                    invocation, resolution(invocation).byGoto(task.node(), command.routes().get())))
            : Routing.beside(checked(invocation, routes(invocation, context, writes)));
    return new TaskResult.Completed(task.id(), writes, routing, report(invocation, watch));
  }

  private static Command command(Invocation invocation, TaskContext context) throws Exception {
    Task task = invocation.task();
    return task.trigger() instanceof Trigger.RouteOnly routeOnly
        ? Command.update(routeOnly.update())
        : invocation.graph().action(task.node()).run(context);
  }

  private List<Write> checked(Invocation invocation, StateUpdate update) {
    List<Write> writes =
        update.writes().stream()
            .map(
                write ->
                    codec.checked(write, invocation.graph().schema(), invocation.task().node()))
            .toList();
    return Identities.given(writes, invocation.task().id());
  }

  /** What is sent to a subgraph is written to its channels, so that it must fit them. */
  private List<Route> checked(Invocation invocation, List<Route> routes) {
    return routes.stream()
        .map(route -> route.<Route>match(node -> node, send -> checked(invocation, send)))
        .toList();
  }

  private Send checked(Invocation invocation, Send send) {
    Graph graph = invocation.graph();
    return graph.spec().node(send.target()).filter(SubgraphNode.class::isInstance).isEmpty()
        ? send
        : send.withInput(
            new StateUpdate(
                send.input().writes().stream()
                    .map(
                        write ->
                            codec.checked(
                                write,
                                graph.inputOf(send.target()),
                                invocation.task().node() + ", in a send to " + send.target()))
                    .toList()));
  }

  private static RouteResolution resolution(Invocation invocation) {
    return new RouteResolution(invocation.graph());
  }

  private List<Route> routes(Invocation invocation, TaskContext context, List<Write> writes)
      throws Exception {
    List<ConditionalEdge> edges = invocation.graph().conditionalEdges(invocation.task().source());
    if (edges.isEmpty()) {
      return List.of();
    }
    TaskContext after = context.seeing(() -> after(invocation, writes));
    List<Route> routes = new ArrayList<>();
    for (ConditionalEdge edge : edges) {
      List<Route> chosen = invocation.graph().router(edge).route(after);
      routes.addAll(resolution(invocation).alongEdge(edge, chosen));
    }
    return routes;
  }

  private State after(Invocation invocation, List<Write> writes) {
    StateSchema schema = invocation.graph().schema();
    Contribution own = new Contribution(invocation.task().node(), writes);
    Trigger trigger = invocation.task().trigger();
    State before =
        trigger.readsCheckpoint() ? trigger.read(invocation.state()) : invocation.state().get();
    return codec.readable(schema.apply(before, List.of(own)), schema);
  }

  private static TaskReport report(Invocation invocation, Watchdog.Watch watch) {
    return TaskReport.of(invocation.attempt(), watch.elapsed());
  }

  private static Attempt ended(
      Invocation invocation, TaskContext context, Watchdog.Watch watch, TaskResult.Completed done) {
    return context.questions().isEmpty()
        ? new Attempt.Ended(done)
        : asked(invocation, context, watch);
  }

  private static Attempt asked(Invocation invocation, TaskContext context, Watchdog.Watch watch) {
    return new Attempt.Ended(
        new TaskResult.Asked(
            invocation.task().id(), context.questions(), report(invocation, watch)));
  }

  private static Attempt tooLong(Invocation invocation, Watchdog.Watch watch, String verdict) {
    return again(invocation, watch, timeout(invocation, verdict));
  }

  private static TimeoutException timeout(Invocation invocation, String verdict) {
    return new TimeoutException("Node '" + invocation.task().node() + "' " + verdict + ".");
  }

  private static Attempt failed(
      Invocation invocation,
      TaskContext context,
      Watchdog.Watch watch,
      @Nullable String verdict,
      Throwable failure) {
    if (invocation.liveness().isCancelled()) {
      return new Attempt.Abandoned(invocation.task().id());
    }
    if (!context.questions().isEmpty()) {
      return asked(invocation, context, watch);
    }
    return again(invocation, watch, verdict == null ? failure : timeout(invocation, verdict));
  }

  private static Attempt again(Invocation invocation, Watchdog.Watch watch, Throwable failure) {
    NodePolicy policy = policyOf(invocation);
    Map<String, Object> details =
        failure instanceof GraphException known ? known.details() : Map.of();
    TaskResult.Failed failed =
        new TaskResult.Failed(
            invocation.task().id(),
            failure.getClass().getName(),
            String.valueOf(failure.getMessage()),
            details,
            report(invocation, watch));
    Optional<RetryPolicy> rule =
        failure instanceof GraphException ? Optional.empty() : policy.retryFor(failure);
    return rule.filter(known -> invocation.attempt() < known.maxAttempts())
        .<Attempt>map(known -> new Attempt.Again(failed, pause(known, invocation, failure)))
        .orElseGet(() -> new Attempt.Ended(failed));
  }

  private static Duration pause(RetryPolicy rule, Invocation invocation, Throwable failure) {
    return failure instanceof RetryAfter hint
        ? hint.retryAfter()
        : rule.delayAfter(invocation.attempt());
  }
}
