package io.evergraph.temporal.workflow;

import io.evergraph.export.Highlights;
import io.evergraph.export.Mermaid;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.state.State;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.BoundGraph;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StateLineage;
import io.evergraph.temporal.protocol.Topology;
import io.temporal.workflow.SideEffectOptions;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A thread's progress on its graph, as it was recorded, as messages see it.
 *
 * @param lineage the digests of the states that the progress went through in this workflow run
 * @param reading reads the results of its tasks
 * @param tasks what has begun of its tasks
 */
record BoundThread(
    InterpreterServices shared,
    ThreadProgress progress,
    StateLineage lineage,
    RecordedReading reading,
    Function<ThreadProgress, Set<String>> tasks)
    implements BoundGraph {
  private static final SideEffectOptions TOPOLOGY =
      SideEffectOptions.newBuilder().setSummary("topology").build();
  private static final SideEffectOptions VERDICT =
      SideEffectOptions.newBuilder().setSummary("check of the answer").build();

  static Pregel engine(InterpreterServices shared, Graph current) {
    return shared.engineOf(
        Workflow.sideEffect(Topology.class, () -> shared.topologies().of(current), TOPOLOGY));
  }

  /** Holds what tasks are going to read ready in this process. */
  void offerStates(String run) {
    for (Frame frame : progress.at().frames().values()) {
      offer(run, frame.checkpoint(), frame.state());
      frame.plan().tasks().stream()
          .map(planned -> planned.task().checkpoint())
          .distinct()
          .flatMap(number -> progress.commit(number).stream())
          .filter(earlier -> earlier.number() != frame.checkpoint())
          .forEach(earlier -> offer(run, earlier.number(), earlier.state()));
    }
  }

  private void offer(String run, long checkpoint, State state) {
    long written = new JsonSize(shared.codec()).of(state.values());
    StateKey key = new StateKey(run, checkpoint, StateLineage.OF_BEGINNING);
    shared.states().put(key, state, written);
  }

  String diagram() {
    return Mermaid.of(pregel().spec(), Highlights.of(progress.at()));
  }

  @Override
  public StateCodec codec() {
    return shared.codec();
  }

  @Override
  public AnswerSchemas schemas() {
    return shared.schemas();
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  @Override
  public Set<String> underWay() {
    return tasks.apply(progress);
  }

  @Override
  public MigrationPlan migration(String version) {
    return progress.migration(shared.graphs().graph(name(), version).spec());
  }

  @Override
  public Pregel engine(String version) {
    return engine(shared, shared.graphToRecord(name(), version));
  }

  private String name() {
    return pregel().spec().name();
  }

  @Override
  public void checkOnRecord(Runnable check) {
    RecordedOutcome.check(check, VERDICT);
  }

  @Override
  public TaskResult read(String taskId, Supplier<TaskResult> read) {
    return reading.read(taskId, read);
  }
}
