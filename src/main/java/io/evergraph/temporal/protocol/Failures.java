package io.evergraph.temporal.protocol;

import io.evergraph.error.GraphException;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.JsonSize;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Carries errors over the wire: Evergraph's own, and those of nodes. */
public final class Failures {
  private static final StackTraceElement[] NO_TRACE = {};
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);
  private static final int LONGEST_MESSAGE = 10_000;
  private static final long MOST_DETAILS = 100_000;

  private Failures() {}

  /** Returns the wire form of an error that Evergraph explains. */
  public static ApplicationFailure of(GraphException error) {
    return bare(explaining(error));
  }

  /** Returns the wire form of an error that only says that a local task has to run elsewhere. */
  public static ApplicationFailure elsewhere(GraphException error) {
    return bare(explaining(error).setCategory(ApplicationErrorCategory.BENIGN));
  }

  private static ApplicationFailure.Builder explaining(GraphException error) {
    return named(error).setDetails(error.details()).setNonRetryable(true);
  }

  private static ApplicationFailure.Builder named(GraphException error) {
    return ApplicationFailure.newBuilder()
        .setType(error.type())
        .setMessage(String.valueOf(error.getMessage()));
  }

  public static ApplicationFailure ending(TaskResult.Failed failure, StateCodec codec) {
    return bare(named(failure, codec).setNonRetryable(true));
  }

  public static ApplicationFailure again(
      TaskResult.Failed failure, Duration pause, StateCodec codec) {
    return bare(named(failure, codec).setNextRetryDelay(some(pause)));
  }

  /** A server takes no pause for no further attempt. */
  private static Duration some(Duration pause) {
    return pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
  }

  private static ApplicationFailure.Builder named(TaskResult.Failed failure, StateCodec codec) {
    return ApplicationFailure.newBuilder()
        .setType(failure.type())
        .setMessage(shortened(failure.message()))
        .setDetails(details(failure, codec));
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE) + "… (" + message.length() + " characters)";
  }

  /** Facts that are too large to be sent are left out: the message says the same. */
  private static NodeReply details(TaskResult.Failed failure, StateCodec codec) {
    NodeReply whole = NodeReply.of(failure, codec);
    return JsonSize.exactly(codec.toJson(whole)) <= MOST_DETAILS
        ? whole
        : NodeReply.of(
            new TaskResult.Failed(failure.taskId(), failure.type(), "", Map.of(), failure.report()),
            codec);
  }

  /** Returns the wire form of an attempt that says nothing about the node: it does not count. */
  public static ApplicationFailure uncounted(GraphException error, Duration pause) {
    return bare(named(error).setNextRetryDelay(some(pause)));
  }

  /** Returns the wire form of an error that passes, and that nobody needs to be told of. */
  public static ApplicationFailure passing(GraphException error) {
    return bare(named(error).setCategory(ApplicationErrorCategory.BENIGN));
  }

  /** Returns the wire form of an attempt that ended with its worker: it does not count. */
  public static ApplicationFailure lost(String reason) {
    return bare(
        ApplicationFailure.newBuilder()
            .setType("WorkerLost")
            .setMessage(reason)
            .setCategory(ApplicationErrorCategory.BENIGN));
  }

  /** Returns the wire form of an attempt that was cancelled. */
  public static ApplicationFailure cancelled(String reason) {
    return bare(
        ApplicationFailure.newBuilder()
            .setType(CancellationException.class.getName())
            .setMessage(reason)
            .setNonRetryable(true)
            .setCategory(ApplicationErrorCategory.BENIGN));
  }

  /** The trace would show this class, at a kilobyte a time. */
  private static ApplicationFailure bare(ApplicationFailure.Builder told) {
    ApplicationFailure failure = told.build();
    failure.setStackTrace(NO_TRACE);
    return failure;
  }

  public static Optional<GraphException> explained(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphException known) {
        return Optional.of(known);
      }
      if (cause instanceof ApplicationFailure application) {
        Optional<GraphException> known = restored(application);
        if (known.isPresent()) {
          return known;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<GraphException> restored(ApplicationFailure failure) {
    Map<String, Object> details = new LinkedHashMap<>();
    if (failure.getDetails().getSize() > 0) {
      Map<?, ?> known = failure.getDetails().get(Map.class);
      known.forEach((name, fact) -> details.put(String.valueOf(name), fact));
    }
    GraphException error =
        GraphException.restore(failure.getType(), failure.getOriginalMessage(), details);
    return error.type().equals(failure.getType()) ? Optional.of(error) : Optional.empty();
  }

  public static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return String.valueOf(innermost.getMessage());
  }

  public static boolean mayTryAgain(Exception failure) {
    return !(cause(failure) instanceof ApplicationFailure known && known.isNonRetryable());
  }

  public static Duration pauseAfter(Exception failure) {
    return cause(failure) instanceof ApplicationFailure known && known.getNextRetryDelay() != null
        ? known.getNextRetryDelay()
        : Duration.ZERO;
  }

  private static @Nullable Throwable cause(Exception failure) {
    return failure instanceof ActivityFailure wrapped ? wrapped.getCause() : failure;
  }

  public static TaskResult.Failed ofTask(String taskId, GraphException error, TaskReport report) {
    return new TaskResult.Failed(
        taskId,
        error.getClass().getName(),
        String.valueOf(error.getMessage()),
        error.details(),
        report);
  }

  public static TaskResult.Failed ofTask(Task task, Exception failure) {
    if (failure instanceof GraphException known) {
      return ofTask(task.id(), known, TaskReport.of(1, Duration.ZERO));
    }
    Throwable cause = cause(failure);
    if (cause instanceof ApplicationFailure application) {
      return told(task, application);
    }
    if (cause instanceof TimeoutFailure timeout) {
      return plain(
          task,
          TimeoutFailure.class.getName(),
          "No worker finished the task in time: " + timeout.getTimeoutType(),
          attempts(timeout));
    }
    Throwable named = cause == null ? failure : cause;
    return plain(task, named.getClass().getName(), String.valueOf(named.getMessage()), 1);
  }

  /** The attempt that ran out of time, after those that the node has failed. */
  private static int attempts(TimeoutFailure timeout) {
    try {
      return timeout.getLastHeartbeatDetails().getSize() == 0
          ? 1
          : 1 + timeout.getLastHeartbeatDetails().get(HeartbeatDetails.class).failures();
    } catch (DataConverterException foreign) {
      return 1;
    }
  }

  /** Somebody else may have completed the activity: what they left need not be a reply. */
  private static TaskResult.Failed told(Task task, ApplicationFailure failure) {
    String type = failure.getType();
    String message = failure.getOriginalMessage();
    try {
      return failure.getDetails().getSize() > 0
          ? failure.getDetails().get(NodeReply.class).failure(task.id(), type, message)
          : plain(task, type, message, 1);
    } catch (DataConverterException foreign) {
      return plain(task, type, message, 1);
    }
  }

  private static TaskResult.Failed plain(Task task, String type, String message, int attempts) {
    return new TaskResult.Failed(
        task.id(), type, message, Map.of(), TaskReport.of(attempts, Duration.ZERO));
  }
}
