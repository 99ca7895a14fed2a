package io.evergraph.temporal;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.evergraph.temporal.workflow.Topologies;
import io.temporal.activity.DynamicActivity;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import io.temporal.worker.WorkflowImplementationOptions;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Workers that replay histories. */
final class Replays {
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(10_000).build();

  private Replays() {}

  /** A worker that replays with a kind of interpreter. */
  static Worker worker(
      TemporalConnection connection,
      GraphRegistry graphs,
      BiFunction<InterpreterServices, GraphInput, GraphWorkflow> kind) {
    return worker(connection, graphs, kind, witness(connection, UnaryOperator.identity()));
  }

  /** One that sees what a patched interpreter orders. */
  static Witness witness(
      TemporalConnection connection, UnaryOperator<WorkflowOutboundCallsInterceptor> patch) {
    return new Witness(connection.client().getOptions().getDataConverter(), patch);
  }

  /** A worker that replays while a witness looks on. */
  static Worker worker(
      TemporalConnection connection,
      GraphRegistry graphs,
      BiFunction<InterpreterServices, GraphInput, GraphWorkflow> kind,
      Witness witness) {
    StateCodec codec = connection.codec();
    InterpreterServices shared =
        new InterpreterServices(
            graphs,
            codec,
            connection.client().getOptions().getDataConverter(),
            new Topologies(codec),
            connection.guard(),
            new AnswerSchemas(codec),
            connection.states(),
            connection.notifier(),
            Optional.empty(),
            Optional.empty());
    WorkerFactoryOptions watched =
        WorkerFactoryOptions.newBuilder().setWorkerInterceptors(witness).build();
    Worker worker =
        WorkerFactory.newInstance(connection.client(), watched)
            .newWorker(connection.taskQueue(), PATIENT);
    worker.registerWorkflowImplementationFactory(
        GraphWorkflow.class,
        arguments -> kind.apply(shared, arguments.get(0, GraphInput.class)),
        WorkflowImplementationOptions.getDefaultInstance());
    worker.registerActivitiesImplementations((DynamicActivity) arguments -> null);
    return worker;
  }
}
