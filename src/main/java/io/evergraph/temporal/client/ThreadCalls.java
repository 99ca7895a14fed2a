package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.ConnectionWatchdog;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.ReplyPart;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.workflow.QueryHandlers;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateStage;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to the workflows of threads: tries again what is refused in passing, with the same message
 * id, within one deadline, and turns what comes back into the errors that callers know.
 */
public final class ThreadCalls {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LAST_PAUSE_MILLIS = 1_000;
  private static final long FIRST_READ_MILLIS = 500;
  private static final long FIRST_LONG_READ_MILLIS = 10_000;

  private static final ThreadId NO_THREAD = ThreadId.of("any");

  private final TemporalConnection connection;
  private final ScheduledExecutorService timer;
  private final ConnectionWatchdog lookout;

  public ThreadCalls(TemporalConnection connection, ScheduledExecutorService timer) {
    this.connection = connection;
    this.timer = timer;
    this.lookout = new ConnectionWatchdog(connection::isConnected, timer);
  }

  /**
   * Sends an update and returns its acknowledgement.
   *
   * @throws ThreadEndedException when the workflow is closed
   */
  public Acknowledgement update(ThreadId thread, String name, String id, Object message) {
    connection.guard().requireMessage(name, fromOutside(message), connection.codec());
    return send(thread, () -> stub(thread).startUpdate(options(name, id), message).getResult())
        .orElseThrow(() -> new ThreadEndedException(thread.value()));
  }

  private static Object fromOutside(Object message) {
    return message instanceof ThreadMessage sent ? sent.fromOutside() : message;
  }

  /**
   * Sends a message. The in-process server does not find a workflow that is being continued as new:
   * the next execution gets the message.
   *
   * @return empty when the workflow is closed
   */
  private <T> Optional<T> send(ThreadId thread, Supplier<T> message) {
    long deadline = System.nanoTime() + connection.options().patience().toNanos();
    while (true) {
      try {
        return Optional.of(call(thread, message));
      } catch (UnknownThreadException unreachable) {
        if (isClosed(thread)) {
          return Optional.empty();
        }
        if (System.nanoTime() >= deadline) {
          throw unreachable;
        }
      }
      sleep(FIRST_PAUSE_MILLIS);
    }
  }

  /** Returns whether the workflow has ended; one that is being continued as new has not. */
  boolean isClosed(ThreadId thread) {
    WorkflowExecutionStatus status = describe(thread).getStatus();
    return status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
        && status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
  }

  /** Sends an update to a thread that is started for it where there is none. */
  public Acknowledgement updateWithStart(
      ThreadId thread, WorkflowOptions start, GraphInput input, SubmitMessage message) {
    connection.guard().requireMessage("submit", message.fromOutside(), connection.codec());
    connection.forgotten().remove(thread.value());
    return call(
        thread,
        () ->
            connection
                .client()
                .newUntypedWorkflowStub(GraphWorkflow.TYPE, start)
                .executeUpdateWithStart(
                    options("submit", message.id()),
                    new Object[] {message},
                    new Object[] {limited(input)}));
  }

  private GraphInput limited(GraphInput input) {
    return input.within(connection.options().limits());
  }

  private static UpdateOptions<Acknowledgement> options(String name, String id) {
    return UpdateOptions.newBuilder(Acknowledgement.class)
        .setUpdateName(name)
        .setUpdateId(id)
        .setWaitForStage(WorkflowUpdateStage.COMPLETED)
        .build();
  }

  /** Starts the workflow of a thread. */
  public void start(ThreadId thread, WorkflowOptions options, GraphInput input) {
    connection.guard().requireMessage("submit", input.fromOutside(), connection.codec());
    connection.forgotten().remove(thread.value());
    call(
        thread,
        () ->
            connection
                .client()
                .newUntypedWorkflowStub(GraphWorkflow.TYPE, options)
                .start(limited(input)));
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

  /** Ends the workflow of a thread and has the server forget it. */
  public void delete(ThreadId thread) {
    requireNotForgotten(thread);
    Deletion deletion = new Deletion(connection.client());
    call(thread, () -> deletion.delete(thread.value()));
    if (!deletion.isForgotten(thread.value())) {
      connection.forgotten().add(thread.value());
    }
  }

  /** Asks what the workflow may answer with null. */
  <T> @Nullable T find(ThreadId thread, String name, Class<T> type, Object... arguments) {
    return ask(thread, () -> stub(thread), name, type, arguments).orElse(null);
  }

  /** Asks one execution of the workflow, which may have ended, for what it may answer with null. */
  <T> @Nullable T findIn(
      String execution, ThreadId thread, String name, Class<T> type, Object... arguments) {
    return ask(thread, () -> stub(thread, execution), name, type, arguments).orElse(null);
  }

  /** Asks one execution of the workflow, which may have ended. */
  <T> T queryIn(
      String execution, ThreadId thread, String name, Class<T> type, Object... arguments) {
    return ask(thread, () -> stub(thread, execution), name, type, arguments).orElseThrow();
  }

  public <T> T query(ThreadId thread, String name, Class<T> type, Object... arguments) {
    return ask(thread, () -> stub(thread), name, type, arguments).orElseThrow();
  }

  /**
   * What may be too large for one reply is asked for in parts, and never as a whole: a query that
   * fails would cost the worker what it holds of the thread.
   */
  private <T> Optional<T> ask(
      ThreadId thread,
      Supplier<WorkflowStub> stub,
      String name,
      Class<T> type,
      Object... arguments) {
    if (!QueryHandlers.NAMES.contains(name)) {
      return read(thread, () -> Optional.ofNullable(stub.get().query(name, type, arguments)));
    }
    Function<ReplyPart.Request, ReplyPart> parts =
        request -> read(thread, () -> stub.get().query("part", ReplyPart.class, request));
    PagedReplyReader reply = new PagedReplyReader(thread.value(), connection.codec(), parts);
    return Optional.ofNullable(reply.read(name, type, arguments));
  }

  /** Asks for what is about no thread in particular. */
  <T> T list(Supplier<T> action) {
    return read(NO_THREAD, action);
  }

  /** Returns whether threads may carry search attributes. */
  public boolean isSearchable() {
    return call(NO_THREAD, connection::isSearchable);
  }

  WorkflowExecutionDescription describe(ThreadId thread) {
    return read(thread, () -> stub(thread).describe());
  }

  /** Returns the result of a workflow that has completed. */
  JsonNode result(ThreadId thread, String execution) {
    return read(thread, () -> stub(thread, execution).getResult(JsonNode.class));
  }

  private WorkflowStub stub(ThreadId thread, String execution) {
    requireNotForgotten(thread);
    return connection
        .client()
        .newUntypedWorkflowStub(
            thread.value(), Optional.of(execution), Optional.of(GraphWorkflow.TYPE));
  }

  private void requireNotForgotten(ThreadId thread) {
    if (connection.forgotten().contains(thread.value())) {
      throw new UnknownThreadException(thread.value());
    }
  }

  private WorkflowStub stub(ThreadId thread) {
    requireNotForgotten(thread);
    return connection
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty());
  }

  /**
   * Whoever reads can ask again: there is no waiting for a server that is not there, nor for an
   * execution that was continued as new while it was asked.
   */
  <T> T read(ThreadId thread, Supplier<T> action) {
    return watched(thread, FIRST_READ_MILLIS, action);
  }

  /** Reads what may take many calls. */
  <T> T readAll(ThreadId thread, Supplier<T> action) {
    return watched(thread, FIRST_LONG_READ_MILLIS, action);
  }

  private <T> T watched(ThreadId thread, long millis, Supplier<T> action) {
    try {
      return lookout.watch(() -> persistently(millis, action));
    } catch (RuntimeException failure) {
      throw explained(thread, failure);
    }
  }

  /**
   * Calls what changes something: a slow answer is waited for, as a second call may do it twice.
   */
  <T> T call(ThreadId thread, Supplier<T> action) {
    try {
      return persistently(connection.options().patience().toMillis(), action);
    } catch (RuntimeException failure) {
      throw explained(thread, failure);
    }
  }

  /**
   * Calls until there is an answer, or patience ends.
   *
   * @param millis how long the first call may take; each further one takes twice as long
   */
  private <T> T persistently(long millis, Supplier<T> action) {
    long deadline = System.nanoTime() + connection.options().patience().toNanos();
    long longest = TimeUnit.MILLISECONDS.toNanos(millis);
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return before(Math.min(deadline, System.nanoTime() + longest), action);
      } catch (RuntimeException failure) {
        long left = deadline - System.nanoTime();
        if (!mayPass(failure) || left < TimeUnit.MILLISECONDS.toNanos(pause)) {
          throw failure;
        }
      }
      sleep(pause);
      pause = Math.min(2 * pause, LAST_PAUSE_MILLIS);
      longest *= 2;
    }
  }

  /** What the caller, or the lookout, has given up is over. */
  private static boolean mayPass(RuntimeException failure) {
    return (GrpcErrors.isPassing(failure) || GrpcErrors.isLate(failure))
        && !Context.current().isCancelled()
        && !Thread.currentThread().isInterrupted();
  }

  private <T> T before(long deadline, Supplier<T> action) {
    Context.CancellableContext context =
        Context.current()
            .withDeadlineAfter(deadline - System.nanoTime(), TimeUnit.NANOSECONDS, timer);
    Context outer = context.attach();
    try {
      return action.get();
    } finally {
      context.detach(outer);
      context.cancel(null);
    }
  }

  private static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The call was interrupted.");
    }
  }

  private RuntimeException explained(ThreadId thread, RuntimeException failure) {
    if (Thread.currentThread().isInterrupted()) {
      return failure;
    }
    if (GrpcErrors.isLate(failure) || isAway(failure)) {
      return unavailable(failure);
    }
    return failure instanceof WorkflowNotFoundException || isUnknown(failure)
        ? new UnknownThreadException(thread.value())
        : Failures.explained(failure).<RuntimeException>map(known -> known).orElse(failure);
  }

  private static boolean isUnknown(RuntimeException failure) {
    return failure instanceof StatusRuntimeException status
        && status.getStatus().getCode() == Status.Code.NOT_FOUND;
  }

  private static boolean isAway(RuntimeException failure) {
    return GrpcErrors.status(failure)
        .filter(status -> GrpcErrors.isUnavailable(status) || GrpcErrors.isPassing(status))
        .isPresent();
  }

  private RuntimeException unavailable(RuntimeException failure) {
    RuntimeUnavailableException named =
        new RuntimeUnavailableException(connection.options().target(), reason(failure));
    named.initCause(failure);
    return named;
  }

  private String reason(RuntimeException failure) {
    Optional<Status> status = GrpcErrors.status(failure).map(StatusRuntimeException::getStatus);
    if (status.isEmpty() || status.get().getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "no answer within " + connection.options().patience().toSeconds() + " s";
    }
    return status.get().getCause() instanceof CancellationException givenUp
        ? String.valueOf(givenUp.getMessage())
        : String.valueOf(status.get().asRuntimeException().getMessage());
  }
}
