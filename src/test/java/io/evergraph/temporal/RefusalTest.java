package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.workflow.RefusedMessage;
import io.grpc.Status;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static RuntimeException wrapped(Status status) {
    return new IllegalStateException("outer", status.asRuntimeException());
  }

  @Test
  void shouldTryAgainWhatPasses() {
    assertThat(GrpcErrors.isPassing(wrapped(Status.RESOURCE_EXHAUSTED))).isTrue();
    assertThat(GrpcErrors.isPassing(wrapped(Status.UNAVAILABLE))).isTrue();
    assertThat(
            GrpcErrors.isPassing(
                wrapped(
                    Status.FAILED_PRECONDITION.withDescription(
                        "Unable to perform workflow execution update due to unexpected workflow"
                            + " task failure."))))
        .isTrue();
    assertThat(
            GrpcErrors.isPassing(
                wrapped(
                    Status.FAILED_PRECONDITION.withDescription(
                        "Unable to perform workflow execution update due to Workflow Task in"
                            + " failed state."))))
        .isTrue();
    assertThat(
            GrpcErrors.isPassing(
                wrapped(
                    Status.NOT_FOUND.withDescription(
                        "workflow update was aborted by closing workflow"))))
        .isTrue();
    assertThat(
            GrpcErrors.isPassing(
                wrapped(
                    Status.FAILED_PRECONDITION.withDescription(
                        "Workflow task is not scheduled yet."))))
        .isTrue();
  }

  @Test
  void shouldTryAgainWhileWorkersComeBackToAServerThatWasRestarted() {
    assertThat(
            GrpcErrors.isPassing(
                wrapped(
                    Status.FAILED_PRECONDITION.withDescription(
                        "no poller seen for task queue recently, worker may be down"))))
        .isTrue();
  }

  @Test
  void shouldTryAgainWhatMetAConnectionThatHadJustBroken() {
    Status broken =
        Status.UNKNOWN.withDescription("channel closed").withCause(new ClosedChannelException());

    assertThat(GrpcErrors.isPassing(wrapped(broken))).isTrue();
    assertThat(GrpcErrors.isUnavailable(broken.asRuntimeException())).isTrue();
  }

  @Test
  void shouldNotTryAgainWhatTheServerItselfCallsUnknown() {
    Status told = Status.UNKNOWN.withDescription("channel closed");

    assertThat(GrpcErrors.isPassing(wrapped(told))).isFalse();
    assertThat(GrpcErrors.isUnavailable(told.asRuntimeException())).isFalse();
  }

  @Test
  void shouldTryAgainWhatTheServerCalledOff() {
    assertThat(GrpcErrors.isLate(wrapped(Status.DEADLINE_EXCEEDED))).isTrue();
    assertThat(GrpcErrors.isLate(wrapped(Status.CANCELLED))).isTrue();
    assertThat(GrpcErrors.isLate(new IllegalStateException(new CancellationException()))).isTrue();
    assertThat(GrpcErrors.isLate(wrapped(Status.INTERNAL))).isFalse();
  }

  @Test
  void shouldNotTryAgainWhatStays() {
    assertThat(GrpcErrors.isPassing(wrapped(Status.NOT_FOUND))).isFalse();
    assertThat(GrpcErrors.isPassing(wrapped(Status.INVALID_ARGUMENT))).isFalse();
    assertThat(GrpcErrors.isPassing(new IllegalStateException("no status at all"))).isFalse();
  }

  @Test
  void shouldFindOurOwnErrorBehindTheClientsWrappers() {
    GraphMismatchException error = new GraphMismatchException("t", "a", "b");

    assertThat(Failures.explained(new IllegalStateException(new RefusedMessage(error))))
        .get()
        .isInstanceOfSatisfying(
            GraphMismatchException.class,
            found -> assertThat(found.details()).isEqualTo(error.details()));
    assertThat(Failures.explained(new IllegalStateException("other"))).isEmpty();
    assertThat(error.details()).isEqualTo(Map.of("thread", "t", "bound", "a", "asked", "b"));
  }
}
