package io.evergraph.server;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.GraphException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.JoinFailedException;
import io.evergraph.error.MissingValueException;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.QuestionExpiredException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.StepLimitException;
import io.evergraph.error.SubgraphBusyException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownTargetException;
import io.evergraph.error.UnknownTaskException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.error.VersionMisfitException;
import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * The HTTP status of each known failure. What would fail again in the same way is a 4xx: clients
 * repeat every 5xx.
 */
final class ProblemStatus {
  private static final Map<Class<? extends GraphException>, HttpStatus> BY_CASE =
      Map.ofEntries(
          Map.entry(UnknownThreadException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownTaskException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownGraphException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownRunException.class, HttpStatus.NOT_FOUND),
          Map.entry(StateMissingException.class, HttpStatus.NOT_FOUND),
          Map.entry(ThreadExistsException.class, HttpStatus.CONFLICT),
          Map.entry(UnknownInterruptException.class, HttpStatus.CONFLICT),
          Map.entry(ThreadEndedException.class, HttpStatus.CONFLICT),
          Map.entry(NothingToResumeException.class, HttpStatus.CONFLICT),
          Map.entry(GraphMismatchException.class, HttpStatus.CONFLICT),
          Map.entry(VersionMisfitException.class, HttpStatus.CONFLICT),
          Map.entry(NotOfferedException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(ThreadBusyException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(InvalidInputException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(InvalidValueException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(InvalidAnswerException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(InvalidGraphException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(UnknownChannelException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(UnknownNodeException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(UnknownTargetException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(ConflictingWriteException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(SubgraphBusyException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(ReducerException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(MissingValueException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(QuestionExpiredException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(StepLimitException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(TaskFailedException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(NodeTimeoutException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(JoinFailedException.class, HttpStatus.UNPROCESSABLE_CONTENT),
          Map.entry(TooLargeException.class, HttpStatus.CONTENT_TOO_LARGE),
          Map.entry(BlobUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(RuntimeUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE));

  private ProblemStatus() {}

  static HttpStatus of(GraphException failure) {
    HttpStatus status = BY_CASE.get(failure.getClass());
    if (status == null) {
      throw new IllegalStateException("Expected a status for " + failure.type() + ".", failure);
    }
    return status;
  }
}
