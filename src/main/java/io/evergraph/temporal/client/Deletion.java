package io.evergraph.temporal.client;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.PendingChildExecutionInfo;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Has the server end a workflow and forget it. It forgets one that runs at once, and one that ended
 * long ago; one that ended a moment ago, only once it has noted down that everything behind the end
 * is done, up to half a minute later.
 */
record Deletion(TemporalConnection connection, ThreadCalls calls) {
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_OF_ENDED = Duration.ofMillis(50);

  /**
   * When a thread was made, and its last event: what the name of a workflow that saves ends with.
   */
  private static final Pattern SAVED = Pattern.compile("[0-9a-f]+:[0-9]+");

  private static final String REASON = "The thread was deleted.";

  /**
   * Deletes a thread with what was saved of it, and then those that work for its tasks, of which an
   * earlier try may have left some.
   *
   * @throws UnknownThreadException when there is none
   */
  void delete(ThreadId thread) {
    List<ThreadId> descendants =
        new ArrayList<>(connection.saved().map(it -> it.descendants(thread)).orElse(Set.of()));
    boolean wasSaved =
        connection.saved().filter(it -> it.delete(thread)).isPresent() || !descendants.isEmpty();
    try {
      deleteWorkflows(thread);
    } catch (UnknownThreadException forgotten) {
      if (!wasSaved) {
        throw forgotten;
      }
    }
    connection.saved().ifPresent(it -> it.delete(thread));
    Collections.reverse(descendants); // callers tell whom they have called
    descendants.forEach(this::deleteThread);
    connection.localThreads().ifPresent(local -> local.forget(thread.value()));
  }

  /** A try before this one may have deleted the thread, and none or some of its children. */
  private void deleteWorkflows(ThreadId thread) {
    Set<String> children = calls.call(thread, () -> children(thread.value()));
    boolean wasThere = forget(thread, thread.value());
    for (String child : children) {
      wasThere |= deleteChild(thread, child);
    }
    if (!wasThere) {
      throw new UnknownThreadException(thread.value());
    }
  }

  /** The name of a workflow that saves a thread may be too long for a thread. */
  private boolean deleteChild(ThreadId thread, String child) {
    return isSaving(thread, child) ? forget(thread, child) : deleteThread(ThreadId.of(child));
  }

  private boolean deleteThread(ThreadId child) {
    try {
      calls.delete(child);
      return true;
    } catch (UnknownThreadException gone) {
      return false; // somebody else has deleted it
    }
  }

  /** Returns whether there was something to forget. */
  private boolean forget(ThreadId thread, String workflow) {
    Optional<WorkflowExecutionDescription> found =
        calls
            .call(thread, () -> find(latest(workflow)))
            .filter(it -> !connection.deleted().contains(it.getExecution()));
    found
        .map(latest -> calls.call(thread, () -> delete(latest)))
        .ifPresent(connection.deleted()::add);
    return found.isPresent();
  }

  private Optional<WorkflowExecutionDescription> find(WorkflowExecution execution) {
    try {
      return Optional.of(stub(execution).describe());
    } catch (WorkflowNotFoundException gone) {
      return Optional.empty();
    }
  }

  /** Returns how the names of the workflows begin that save a thread; those of others may, too. */
  static String saving(ThreadId thread) {
    return "save:" + thread.value() + ":";
  }

  /** Returns whether a workflow saves this thread, and none whose name goes on after a colon. */
  static boolean isSaving(ThreadId thread, String workflow) {
    String prefix = saving(thread);
    return workflow.startsWith(prefix)
        && SAVED.matcher(workflow.substring(prefix.length())).matches();
  }

  /** Returns the threads that work for tasks of a thread, as far as the server knows them. */
  Set<ThreadId> childThreads(ThreadId thread) {
    return calls.call(thread, () -> children(thread.value())).stream()
        .filter(child -> !isSaving(thread, child))
        .map(ThreadId::of)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private WorkflowClient client() {
    return connection.client();
  }

  /** Deletes a workflow with the executions that it was continued from; returns them all. */
  private List<WorkflowExecution> delete(WorkflowExecutionDescription found) {
    List<WorkflowExecution> all = chain(found.getExecution());
    Collections.reverse(all);
    long forgotten = all.stream().filter(this::forget).count();
    if (forgotten == all.size()) {
      boolean unused = Failsafe.with(untilForgotten(found)).get(() -> isGone(all));
    }
    return all;
  }

  /**
   * Returns the workflows that were begun as children of a workflow, which may be gone, or some of
   * its executions: those that are open, and the others, where the server lists no workflows as
   * histories tell them.
   */
  private Set<String> children(String thread) {
    Set<String> children = new LinkedHashSet<>();
    List<WorkflowExecution> chain =
        find(latest(thread)).map(it -> chain(it.getExecution())).orElse(List.of());
    chain.stream()
        .flatMap(execution -> find(execution).stream())
        .flatMap(it -> it.getRawDescription().getPendingChildrenList().stream())
        .map(PendingChildExecutionInfo::getWorkflowId)
        .forEach(children::add);
    Stream<String> others =
        connection.localThreads().isEmpty()
            ? client()
                .listExecutions("ParentWorkflowId = " + ThreadSearch.quoted(thread))
                .map(it -> it.getExecution().getWorkflowId())
            : chain.stream().flatMap(this::begun);
    others.forEach(children::add);
    return children;
  }

  private Stream<String> begun(WorkflowExecution execution) {
    return client()
        .fetchHistory(execution.getWorkflowId(), execution.getRunId())
        .getEvents()
        .stream()
        .filter(HistoryEvent::hasStartChildWorkflowExecutionInitiatedEventAttributes)
        .map(it -> it.getStartChildWorkflowExecutionInitiatedEventAttributes().getWorkflowId());
  }

  private static RetryPolicy<Boolean> untilForgotten(WorkflowExecutionDescription found) {
    boolean isOpen = found.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    return RetryPolicy.<Boolean>builder()
        .handleResult(false)
        .withBackoff(Duration.ofMillis(5), Duration.ofMillis(100))
        .withMaxRetries(-1)
        .withMaxDuration(isOpen ? LONGEST : LONGEST_OF_ENDED)
        .build();
  }

  List<WorkflowExecution> chain(WorkflowExecution latest) {
    List<WorkflowExecution> all = new ArrayList<>();
    Optional<WorkflowExecution> next = Optional.of(latest);
    while (next.isPresent()) {
      all.add(next.get());
      next = before(next.get());
    }
    return all;
  }

  private Optional<WorkflowExecution> before(WorkflowExecution execution) {
    GetWorkflowExecutionHistoryRequest request =
        GetWorkflowExecutionHistoryRequest.newBuilder()
            .setNamespace(connection.options().namespace())
            .setExecution(execution)
            .setMaximumPageSize(1)
            .build();
    try {
      return client()
          .getWorkflowServiceStubs()
          .blockingStub()
          .getWorkflowExecutionHistory(request)
          .getHistory()
          .getEventsList()
          .stream()
          .findFirst()
          .map(it -> it.getWorkflowExecutionStartedEventAttributes().getContinuedExecutionRunId())
          .filter(id -> !id.isEmpty())
          .map(id -> execution.toBuilder().setRunId(id).build());
    } catch (StatusRuntimeException refused) {
      if (refused.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private static WorkflowExecution latest(String workflow) {
    return WorkflowExecution.newBuilder().setWorkflowId(workflow).build();
  }

  private WorkflowStub stub(WorkflowExecution execution) {
    return client()
        .newUntypedWorkflowStub(
            execution.getWorkflowId(),
            Optional.of(execution.getRunId()).filter(id -> !id.isEmpty()),
            Optional.empty());
  }

  /** Deletes also what was continued as new meanwhile. */
  private boolean isGone(List<WorkflowExecution> deleted) {
    Optional<WorkflowExecution> now =
        find(latest(deleted.get(0).getWorkflowId())).map(it -> it.getExecution());
    now.filter(it -> !deleted.contains(it))
        .ifPresent(
            next -> {
              deleted.add(next);
              boolean unused = forget(next);
            });
    return now.isEmpty();
  }

  /** Returns whether the server does so; the embedded one cannot, and ends it. */
  boolean forget(WorkflowExecution execution) {
    DeleteWorkflowExecutionRequest request =
        DeleteWorkflowExecutionRequest.newBuilder()
            .setNamespace(connection.options().namespace())
            .setWorkflowExecution(execution)
            .build();
    try {
      client().getWorkflowServiceStubs().blockingStub().deleteWorkflowExecution(request);
      return true;
    } catch (StatusRuntimeException refused) {
      return switch (refused.getStatus().getCode()) {
        case NOT_FOUND -> true;
        case UNIMPLEMENTED -> {
          end(execution);
          yield false;
        }
        default -> throw refused;
      };
    }
  }

  private void end(WorkflowExecution execution) {
    try {
      stub(execution).terminate(REASON);
    } catch (WorkflowNotFoundException ended) {
      // it has ended by itself
    }
  }
}
