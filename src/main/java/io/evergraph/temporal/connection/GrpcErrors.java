package io.evergraph.temporal.connection;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Tells which refusals of a server pass by themselves, so that the same message may be sent on. */
public final class GrpcErrors {
  private static final List<String> PASSING =
      List.of(
          "unexpected workflow task failure",
          "Workflow Task in failed state",
          "AcceptedUpdateCompletedWorkflow",
          "aborted by closing workflow",
          "Workflow Update was aborted",
          "Workflow task is not scheduled yet",
          "no poller seen for task queue recently");

  private static final Set<Status.Code> LATE =
      EnumSet.of(Status.Code.DEADLINE_EXCEEDED, Status.Code.CANCELLED);

  private GrpcErrors() {}

  /** Returns whether the same call may succeed when it is made again. */
  public static boolean isPassing(RuntimeException failure) {
    return status(failure).filter(GrpcErrors::passes).isPresent() || says(failure);
  }

  private static boolean passes(StatusRuntimeException failure) {
    Status.Code code = failure.getStatus().getCode();
    return code == Status.Code.RESOURCE_EXHAUSTED
        || code == Status.Code.UNAVAILABLE
        || isConnectionLost(failure.getStatus());
  }

  /**
   * The client tells a connection that breaks while a call is written to it as unknown at times.
   * Only a status of its own has a cause: none comes over the wire.
   */
  private static boolean isConnectionLost(Status status) {
    return status.getCode() == Status.Code.UNKNOWN && status.getCause() instanceof IOException;
  }

  /**
   * Returns whether a call has not come back in time, or a server that is being stopped or started
   * has called it off.
   */
  public static boolean isLate(RuntimeException failure) {
    return status(failure).filter(it -> LATE.contains(it.getStatus().getCode())).isPresent()
        || isCalledOff(failure);
  }

  /** The client throws these in place of the status with which the server called something off. */
  private static boolean isCalledOff(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CancellationException) {
        return true;
      }
    }
    return false;
  }

  private static boolean says(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (PASSING.stream().anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the server could not be reached in time. */
  public static boolean isUnavailable(StatusRuntimeException failure) {
    Status.Code code = failure.getStatus().getCode();
    return code == Status.Code.UNAVAILABLE
        || code == Status.Code.DEADLINE_EXCEEDED
        || code == Status.Code.CANCELLED
        || isConnectionLost(failure.getStatus());
  }

  /** Returns whether the server refused with a status code. */
  public static boolean hasCode(Throwable failure, Status.Code code) {
    return status(failure).filter(status -> status.getStatus().getCode() == code).isPresent();
  }

  /** Returns the status among the causes of a failure; empty where there is none. */
  public static Optional<StatusRuntimeException> status(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StatusRuntimeException status) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
