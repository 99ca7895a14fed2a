package io.evergraph.temporal.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.failsafe.function.ContextualSupplier;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.PreviousExecution;
import io.evergraph.temporal.protocol.ReplyPart;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.workflow.QueryHandlers;
import io.grpc.Status;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateStage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to the workflows of threads: tries again what is refused in passing, with the same message
 * id, within one deadline, and turns what comes back into the errors that callers know.
 */
public final class ThreadCalls {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LAST_PAUSE = Duration.ofSeconds(1);
  private static final Duration FIRST_READ = Duration.ofMillis(500);
  private static final Duration FIRST_LONG_READ = Duration.ofSeconds(10);
  private static final int MOST_DOUBLINGS = 10;

  /** A worker that takes over after a loss answers within this time. */
  private static final Duration LONGEST_OF_SAVED = Duration.ofSeconds(10);

  /** A slow server is waited for, one that is not there is not, nor a thread that is stuck. */
  private static final Duration LONGEST_GAP = Duration.ofSeconds(3);

  /** A worker that takes over between two parts of a reply does not know the first. */
  private static final int MOST_READINGS = 20;

  private static final ThreadId NO_THREAD = ThreadId.of("any");

  private final TemporalConnection connection;
  private final ScheduledExecutorService timer;
  private final CallDeadline deadline;
  private final CallFailures failures;

  public ThreadCalls(TemporalConnection connection, ScheduledExecutorService timer) {
    this.connection = connection;
    this.timer = timer;
    this.deadline = new CallDeadline(timer);
    this.failures = new CallFailures(connection, deadline);
  }

  /**
   * Sends an update and returns its acknowledgement.
   *
   * @throws ThreadEndedException when the workflow is closed
   */
  public Acknowledgement update(ThreadId thread, String name, String id, Object message) {
    if (message instanceof ThreadMessage sent) {
      sent.requireSmall(connection.guard(), connection.codec());
    } else {
      connection.guard().requireMessage(name, message, connection.codec());
    }
    return send(thread, () -> stub(thread).startUpdate(options(name, id), message).getResult())
        .orElseThrow(() -> new ThreadEndedException(thread.value()));
  }

  /**
   * Sends a message. The in-process server does not find a workflow that is being continued as new:
   * the next execution gets the message.
   *
   * @return empty when the workflow is closed
   */
  private <T> Optional<T> send(ThreadId thread, Supplier<T> message) {
    RetryPolicy<T> untilContinued =
        RetryPolicy.<T>builder()
            .handleIf(failure -> failure instanceof UnknownThreadException && !isClosed(thread))
            .withDelay(FIRST_PAUSE)
            .withMaxRetries(-1)
            .withMaxDuration(connection.options().patience())
            .build();
    try {
      return Optional.of(retried(untilContinued, attempt -> call(thread, message)));
    } catch (UnknownThreadException unreachable) {
      if (isClosed(thread)) {
        return Optional.empty();
      }
      throw unreachable;
    }
  }

  /** Returns whether the workflow has ended; one that is being continued as new has not. */
  boolean isClosed(ThreadId thread) {
    return ThreadWatch.isClosed(describe(thread).getStatus());
  }

  /** Returns the latest execution of a thread's workflow; empty where the server has none. */
  Optional<WorkflowExecution> latest(ThreadId thread) {
    try {
      return Optional.of(describe(thread).getExecution());
    } catch (UnknownThreadException deleted) {
      return Optional.empty();
    }
  }

  public Acknowledgement updateWithStart(
      ThreadId thread, WorkflowOptions start, GraphInput input, SubmitMessage message) {
    message.requireSmall(connection.guard(), connection.codec());
    try {
      return call(
          thread,
          () ->
              connection
                  .client()
                  .newUntypedWorkflowStub(GraphWorkflow.TYPE, start)
                  .executeUpdateWithStart(
                      options("submit", message.id()),
                      new Object[] {message},
                      new Object[] {connection.asOpenedHere(input)}));
    } catch (WorkflowServiceException failure) {
      // The in-process server breaks on such a call that it gets again because the reply was late
      if (GrpcErrors.hasCode(failure, Status.Code.UNKNOWN)) {
        return update(thread, "submit", message.id(), message);
      }
      throw failure;
    }
  }

  private static UpdateOptions<Acknowledgement> options(String name, String id) {
    return UpdateOptions.newBuilder(Acknowledgement.class)
        .setUpdateName(name)
        .setUpdateId(id)
        .setWaitForStage(WorkflowUpdateStage.COMPLETED)
        .build();
  }

  public void start(ThreadId thread, WorkflowOptions options, GraphInput input) {
    connection.guard().requireMessage("submit", input.fromOutside(), connection.codec());
    call(
        thread,
        () ->
            connection
                .client()
                .newUntypedWorkflowStub(GraphWorkflow.TYPE, options)
                .start(connection.asOpenedHere(input)));
  }

  /** Sends a signal, for which it is too late once the workflow is closed: then nothing happens. */
  public void signal(ThreadId thread, String name, Object... arguments) {
    Optional<String> unused =
        send(
            thread,
            () -> {
              stub(thread).signal(name, arguments);
              return name;
            });
  }

  /** Deletes a thread with those that work for it, and what was saved of them. */
  public void delete(ThreadId thread) {
    new Deletion(connection, this).delete(thread);
  }

  public <T> T query(ThreadId thread, String name, Class<T> type, Object... arguments) {
    return find(thread, name, type, arguments).orElseThrow();
  }

  <T> Optional<T> find(ThreadId thread, String name, Class<T> type, Object... arguments) {
    return findIn(null, thread, name, type, arguments);
  }

  /**
   * Asks one execution of the workflow, which may have ended; null asks the latest. What may be too
   * large for one reply is asked for in parts, and never as a whole: a query that fails would cost
   * the worker what it holds of the thread.
   */
  public <T> Optional<T> findIn(
      @Nullable String execution,
      ThreadId thread,
      String name,
      Class<T> type,
      Object... arguments) {
    if (QueryHandlers.NAMES.contains(name)) {
      JsonNode argument = arguments.length == 0 ? null : connection.codec().toJson(arguments[0]);
      return Optional.ofNullable(parsed(wholeReply(execution, thread, name, argument), type));
    }
    return read(
        thread, () -> Optional.ofNullable(stub(thread, execution).query(name, type, arguments)));
  }

  /** A history that was cut off in the middle of a step cannot be read any more. */
  private String wholeReply(
      @Nullable String execution, ThreadId thread, String query, @Nullable JsonNode argument) {
    try {
      return inParts(execution, thread, query, argument);
    } catch (StateMissingException unreadable) {
      throw execution == null && isClosed(thread)
          ? new ThreadEndedException(thread.value())
          : unreadable;
    }
  }

  private String inParts(
      @Nullable String execution, ThreadId thread, String query, @Nullable JsonNode argument) {
    Function<ReplyPart.Request, ReplyPart> ask =
        request ->
            read(thread, () -> stub(thread, execution).query("part", ReplyPart.class, request));
    for (int tried = 0; tried < MOST_READINGS; tried++) {
      String text = joined(ask, query, argument);
      if (text != null) {
        return text;
      }
    }
    throw new StateMissingException(
        thread.value(), 0, "it changes faster than the " + query + " can be read; ask again");
  }

  /** Returns null where the reply has changed from one part to the next. */
  private static @Nullable String joined(
      Function<ReplyPart.Request, ReplyPart> ask, String query, @Nullable JsonNode argument) {
    ReplyPart part = ask.apply(new ReplyPart.Request(query, argument, 0, null));
    String digest = part.digest();
    StringBuilder text = new StringBuilder(part.text());
    while (part.next() > 0) {
      part = ask.apply(new ReplyPart.Request(query, argument, part.next(), digest));
      if (!part.digest().equals(digest)) {
        return null;
      }
      text.append(part.text());
    }
    return text.toString();
  }

  private <T> @Nullable T parsed(String text, Class<T> type) {
    try {
      return connection.codec().mapper().readValue(text, type);
    } catch (JsonProcessingException misfit) {
      throw new IllegalStateException(misfit);
    }
  }

  <T> T list(Supplier<T> action) {
    return read(NO_THREAD, action);
  }

  <T> T order(Supplier<T> action) {
    return call(NO_THREAD, action);
  }

  public boolean isSearchable() {
    return call(NO_THREAD, connection::isSearchable);
  }

  WorkflowExecutionDescription describe(ThreadId thread) {
    return read(thread, () -> stub(thread).describe());
  }

  JsonNode result(ThreadId thread, String execution) {
    return read(thread, () -> stub(thread, execution).getResult(JsonNode.class));
  }

  private WorkflowStub stub(ThreadId thread) {
    return stub(thread, null);
  }

  private WorkflowStub stub(ThreadId thread, @Nullable String execution) {
    if (connection.isDeleted(thread.value()) || PreviousExecution.SAVED.equals(execution)) {
      throw new UnknownThreadException(thread.value());
    }
    return connection
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.ofNullable(execution), Optional.empty());
  }

  /** Returns whether a thread was deleted here, and none of its name has begun since. */
  boolean isDeleted(ThreadId thread) {
    return read(thread, () -> connection.isDeleted(thread.value()));
  }

  /**
   * Whoever reads can ask again: there is no waiting for a server that is not there, nor for an
   * execution that was continued as new while it was asked.
   */
  <T> T read(ThreadId thread, Supplier<T> action) {
    return persistently(thread, FIRST_READ, LONGEST_GAP, patienceOfReader(), action);
  }

  <T> T readAll(ThreadId thread, Supplier<T> action) {
    return persistently(thread, FIRST_LONG_READ, LONGEST_GAP, patienceOfReader(), action);
  }

  /** Where threads are saved, too, whoever reads need not wait for a worker for long. */
  private Duration patienceOfReader() {
    Duration patience = connection.options().patience();
    boolean isSaved = connection.options().checkpoints() != null;
    return isSaved && patience.compareTo(LONGEST_OF_SAVED) > 0 ? LONGEST_OF_SAVED : patience;
  }

  /** Calls what changes something: a slow answer is waited for, a second call may do it twice. */
  <T> T call(ThreadId thread, Supplier<T> action) {
    Duration patience = connection.options().patience();
    return persistently(thread, patience, patience, patience, action);
  }

  /**
   * Calls until there is an answer, or patience ends.
   *
   * @param first how long the first call may take; each further one takes twice as long
   * @param gap how long a server is waited for that is not connected, and a thread that is stuck
   */
  private <T> T persistently(
      ThreadId thread, Duration first, Duration gap, Duration patience, Supplier<T> action) {
    requireOpen();
    long begun = System.nanoTime();
    RetryPolicy<T> whileItMayPass =
        RetryPolicy.<T>builder()
            .handleIf(
                failure ->
                    mayPass(failure)
                        && ((connection.isConnected() && !GrpcErrors.isStuck(failure))
                            || System.nanoTime() - begun < gap.toNanos()))
            .withBackoff(FIRST_PAUSE, LAST_PAUSE)
            .withMaxRetries(-1)
            .withMaxDuration(patience)
            .build();
    try {
      return retried(
          whileItMayPass,
          attempt -> {
            long longest = first.toNanos() << Math.min(attempt.getAttemptCount(), MOST_DOUBLINGS);
            long left = begun + patience.toNanos() - System.nanoTime();
            return deadline.within(Math.min(left, longest), action);
          });
    } catch (RuntimeException failure) {
      throw failures.explained(thread, failure);
    }
  }

  private void requireOpen() {
    if (timer.isShutdown() || connection.isClosed()) {
      throw new RuntimeClosedException("temporal");
    }
  }

  private static <T> T retried(RetryPolicy<T> policy, ContextualSupplier<T, T> call) {
    try {
      return Failsafe.with(policy).get(call);
    } catch (FailsafeException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The call was interrupted.");
    }
  }

  private static boolean mayPass(Throwable failure) {
    return failure instanceof RuntimeException known
        && (GrpcErrors.isPassing(known) || GrpcErrors.isLate(known))
        && !Thread.currentThread().isInterrupted();
  }
}
