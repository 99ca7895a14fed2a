package io.evergraph.bench;

import io.evergraph.event.RunEvent;
import io.evergraph.event.RunEvents;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What one result costs, in a superstep of {@code tasks} sent tasks on a list that already holds
 * {@code held} elements: neither number should show in the figures of {@code settleOne} and {@code
 * eventsOfOne}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EngineBenchmark {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  /** The sent tasks of the superstep. */
  @Param({"1", "100", "1000", "10000"})
  public int tasks;

  /** The elements that the list holds already. */
  @Param({"0", "10000"})
  public int held;

  private Pregel pregel;
  private Checkpoint begun;
  private Checkpoint atSuperstep;
  private Checkpoint afterOne;
  private TaskResult one;
  private List<TaskResult> all;

  /** Brings a thread to the superstep. */
  @Setup
  public void bringToSuperstep() {
    Graph graph =
        Graph.builder("bench")
            .channels(LOG)
            .openRoutes()
            .node("work", context -> Command.none())
            .routes(
                Graph.START,
                context -> Collections.nCopies(tasks, Route.send("work", StateUpdate.empty())))
            .build();
    pregel = Pregel.of(graph);
    begun = pregel.begin("thread");
    Checkpoint entered = pregel.accept(begun, input(), Instant.EPOCH);
    List<Route> sends = Collections.nCopies(tasks, Route.send("work", StateUpdate.empty()));
    Task entry = running(entered).get(0);
    TaskResult routed =
        new TaskResult.Completed(
            entry.id(), input().update().writes(), Routing.beside(sends), TaskReport.NONE);
    atSuperstep = pregel.settle(entered, List.of(routed), Instant.EPOCH);
    all = running(atSuperstep).stream().map(EngineBenchmark::finished).toList();
    one = all.get(0);
    afterOne = settleOne();
  }

  private Input.NewInput input() {
    List<String> elements = Collections.nCopies(held, "held");
    return new Input.NewInput(
        "run",
        new StateUpdate(List.of(new Write(LOG.name(), elements))),
        RunSettings.of(64, OnFailure.PARK));
  }

  private List<Task> running(Checkpoint at) {
    return ((Next.Run) pregel.next(at)).tasks();
  }

  private static TaskResult finished(Task task) {
    return new TaskResult.Completed(
        task.id(),
        StateUpdate.of(LOG, "done").writes(),
        Routing.beside(List.of()),
        TaskReport.NONE);
  }

  /** One result of many. */
  @Benchmark
  public Checkpoint settleOne() {
    return pregel.settle(atSuperstep, List.of(one), Instant.EPOCH);
  }

  /** All results, and the barrier. */
  @Benchmark
  public Checkpoint settleAll() {
    return pregel.settle(atSuperstep, all, Instant.EPOCH);
  }

  /** What is to be done. */
  @Benchmark
  public Next next() {
    return pregel.next(atSuperstep);
  }

  /** Whether more is to be run, and what one result of many brought about. */
  @Benchmark
  public List<RunEvent> eventsOfOne() {
    return RunEvents.ofResults(pregel, atSuperstep, List.of(one), afterOne, 1, Instant.EPOCH);
  }

  /** A new input. */
  @Benchmark
  public Checkpoint accept() {
    return pregel.accept(begun, input(), Instant.EPOCH);
  }
}
