package io.evergraph.temporal;

import io.evergraph.runtime.AnswerSchemas;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.StateCodec;
import io.temporal.activity.DynamicActivity;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import io.temporal.worker.WorkflowImplementationOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/** Workers that replay histories. */
final class Replays {
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(10_000).build();

  private Replays() {}

  /** A worker that replays with a kind of interpreter. */
  static Worker worker(
      TemporalConnection connection,
      GraphRegistry graphs,
      BiFunction<Interpretation, GraphInput, GraphWorkflow> kind) {
    StateCodec codec = connection.codec();
    Interpretation shared =
        new Interpretation(
            graphs,
            codec,
            connection.guard(),
            new AnswerSchemas(codec),
            connection.states(),
            connection.bells(),
            Optional.empty(),
            Optional.empty());
    Worker worker =
        WorkerFactory.newInstance(connection.client()).newWorker(connection.taskQueue(), PATIENT);
    worker.registerWorkflowImplementationFactory(
        GraphWorkflow.class,
        arguments -> kind.apply(shared, arguments.get(0, GraphInput.class)),
        WorkflowImplementationOptions.getDefaultInstance());
    worker.registerActivitiesImplementations((DynamicActivity) arguments -> null);
    return worker;
  }

  /** Ids of tasks and questions follow from the thread's, so that it is replayed under its own. */
  static WorkflowExecutionHistory read(Path file) throws IOException {
    WorkflowExecutionHistory history = WorkflowExecutionHistory.fromJson(Files.readString(file));
    String thread =
        history.getEvents().get(0).getWorkflowExecutionStartedEventAttributes().getWorkflowId();
    return new WorkflowExecutionHistory(history.getHistory(), thread);
  }
}
