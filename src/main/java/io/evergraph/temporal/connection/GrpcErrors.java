package io.evergraph.temporal.connection;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.errordetails.v1.NamespaceNotFoundFailure;
import io.temporal.serviceclient.StatusUtils;
import java.io.IOException;
import java.net.ConnectException;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What failed calls of a server mean: which may be made again, and which find no server. */
public final class GrpcErrors {
  /** Said once the workflow task of an execution has failed three times. */
  private static final String STUCK = "Workflow Task in failed state";

  private static final String UNPOLLED = "no poller seen for task queue recently";

  private static final List<String> PASSING =
      List.of(
          "unexpected workflow task failure",
          STUCK,
          "AcceptedUpdateCompletedWorkflow",
          "aborted by closing workflow",
          "Workflow Update was aborted",
          "Workflow task is not scheduled yet",
          UNPOLLED);

  /** A message about TLS may end with what came in its place. */
  private static final Pattern BYTES = Pattern.compile(": \\p{XDigit}+$");

  private static final Set<Status.Code> LATE =
      EnumSet.of(Status.Code.DEADLINE_EXCEEDED, Status.Code.CANCELLED);

  private GrpcErrors() {}

  /** Returns whether the same call may succeed when it is made again. */
  public static boolean isPassing(RuntimeException failure) {
    return status(failure).filter(GrpcErrors::passes).isPresent()
        || causes(failure)
            .map(cause -> String.valueOf(cause.getMessage()))
            .anyMatch(said -> PASSING.stream().anyMatch(said::contains));
  }

  /** Returns whether the one thread that was asked cannot answer, where others may. */
  public static boolean isStuck(Throwable failure) {
    return isSaid(STUCK, failure);
  }

  /** Returns whether no worker is there to answer for the threads of a task queue. */
  public static boolean isUnpolled(Throwable failure) {
    return isSaid(UNPOLLED, failure);
  }

  private static boolean isSaid(String reason, Throwable failure) {
    return causes(failure).anyMatch(cause -> String.valueOf(cause.getMessage()).contains(reason));
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
   * has called it off: in place of such a status, the client throws cancellations.
   */
  public static boolean isLate(RuntimeException failure) {
    return status(failure).filter(it -> LATE.contains(it.getStatus().getCode())).isPresent()
        || causes(failure).anyMatch(CancellationException.class::isInstance);
  }

  public static boolean isUnavailable(StatusRuntimeException failure) {
    Status status = failure.getStatus();
    return status.getCode() == Status.Code.UNAVAILABLE
        || LATE.contains(status.getCode())
        || isConnectionLost(status);
  }

  public static boolean hasCode(Throwable failure, Status.Code code) {
    return status(failure).filter(status -> status.getStatus().getCode() == code).isPresent();
  }

  /** Returns whether the server has no such namespace, rather than no such thread in it. */
  public static boolean isNamespaceUnknown(Throwable failure) {
    return status(failure)
        .filter(status -> StatusUtils.hasFailure(status, NamespaceNotFoundFailure.class))
        .isPresent();
  }

  public static GraphException unknownNamespace(TemporalOptions options) {
    return new InvalidInputException(
        "the namespace",
        "one that the server at " + options.target() + " has",
        "'" + options.namespace() + "'");
  }

  public static Optional<StatusRuntimeException> status(Throwable failure) {
    return causes(failure)
        .filter(StatusRuntimeException.class::isInstance)
        .map(StatusRuntimeException.class::cast)
        .findFirst();
  }

  private static Stream<Throwable> causes(@Nullable Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  public static GraphException unavailable(String target, Throwable failure) {
    String reason =
        status(failure)
            .map(status -> reason(status.getStatus()))
            .orElse(String.valueOf(failure.getMessage()));
    return new RuntimeUnavailableException(target, reason).causedBy(failure);
  }

  private static Optional<String> told(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof ConnectException) {
      return Optional.of(message.substring(message.lastIndexOf(": ") + 1).strip());
    }
    return cause instanceof SSLException
        ? causes(cause)
            .map(Throwable::getMessage)
            .filter(Objects::nonNull)
            .reduce((outer, inner) -> inner)
            .map(inner -> "the encryption (TLS) fails: " + BYTES.matcher(inner).replaceFirst(""))
        : Optional.empty();
  }

  /** One line: what the server said, or what went wrong on the way to it. */
  private static String reason(Status status) {
    String said =
        causes(status.getCause())
            .flatMap(cause -> told(cause).stream())
            .findFirst()
            .orElse(Optional.ofNullable(status.getDescription()).orElse("no answer"));
    return said.lines().findFirst().orElse(said) + " (" + status.getCode() + ")";
  }
}
