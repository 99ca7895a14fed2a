package io.evergraph.temporal.client;

import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.payload.ReferringConverter;
import io.evergraph.temporal.protocol.Failures;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowStub;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Turns what the client library throws into the errors that callers know. */
record CallFailures(TemporalConnection connection, CallDeadline deadline) {
  /** Whoever waits for the error has waited long enough. */
  private static final long LONGEST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  RuntimeException explained(ThreadId thread, RuntimeException failure) {
    if (Thread.currentThread().isInterrupted()) {
      return failure;
    }
    if (GrpcErrors.isStuck(failure)) {
      return RuntimeUnavailableException.ofThread(
              connection.options().target(), thread.value(), "its workflow task fails each time")
          .causedBy(failure);
    }
    if (GrpcErrors.isUnpolled(failure)) {
      return unanswered(thread, "no worker has polled it for some time", failure);
    }
    if (GrpcErrors.isLate(failure)
        || (GrpcErrors.status(failure).isPresent() && GrpcErrors.isPassing(failure))) {
      return unavailable(thread, failure);
    }
    if (GrpcErrors.isNamespaceUnknown(failure)) {
      return GrpcErrors.unknownNamespace(connection.options());
    }
    if (failure instanceof WorkflowNotFoundException || isUnknown(failure)) {
      return new UnknownThreadException(thread.value());
    }
    String said = said(failure);
    Optional<GraphException> known =
        ReferringConverter.outageIn(said)
            .map(outage -> outage.causedBy(failure))
            .or(() -> Failures.explained(failure));
    if (known.isPresent()) {
      return known.get();
    }
    return failure instanceof WorkflowQueryException
        ? new StateMissingException(thread.value(), 0, said).causedBy(failure)
        : failure;
  }

  private static boolean isUnknown(RuntimeException failure) {
    return failure instanceof StatusRuntimeException status
        && status.getStatus().getCode() == Status.Code.NOT_FOUND;
  }

  /** A worker tells in text alone why it could not answer; the lines after the first are code. */
  private static String said(RuntimeException failure) {
    return Failures.reason(failure).lines().findFirst().orElse("");
  }

  private RuntimeException unavailable(ThreadId thread, RuntimeException failure) {
    String target = connection.options().target();
    boolean said =
        GrpcErrors.status(failure)
            .filter(it -> it.getStatus().getCode() != Status.Code.DEADLINE_EXCEEDED)
            .isPresent();
    if (said) {
      return GrpcErrors.unavailable(target, failure);
    }
    if (connection.isConnected()) {
      long patience = connection.options().patience().toSeconds();
      return unanswered(thread, "no answer within " + patience + " s", failure);
    }
    return new RuntimeUnavailableException(target, "no connection").causedBy(failure);
  }

  private RuntimeException unanswered(ThreadId thread, String reason, RuntimeException failure) {
    String target = connection.options().target();
    return RuntimeUnavailableException.unanswered(target, queueOf(thread), reason)
        .causedBy(failure);
  }

  /** A thread may belong to workers of another task queue than those of this process. */
  private String queueOf(ThreadId thread) {
    try {
      WorkflowStub workflow = connection.client().newUntypedWorkflowStub(thread.value());
      return deadline.within(LONGEST_LOOK_NANOS, () -> workflow.describe().getTaskQueue());
    } catch (RuntimeException unknown) {
      return connection.options().taskQueue();
    }
  }
}
