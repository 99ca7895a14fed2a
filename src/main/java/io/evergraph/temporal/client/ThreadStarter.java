package io.evergraph.temporal.client;

import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.thread.ThreadMetadata;
import io.evergraph.temporal.client.ThreadWatch.Start;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.workflow.VisibilityPublisher;
import io.evergraph.temporal.workflow.WorkflowDescription;
import io.grpc.Status;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.SearchAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts the workflows of threads. */
public record ThreadStarter(ThreadCalls calls, ThreadReader reader, TemporalOptions options) {
  /**
   * Starts a thread whose graph is not known yet.
   *
   * @throws ThreadExistsException when there is one of that name
   */
  public void open(ThreadId thread, Map<String, Object> metadata, GraphInput input) {
    WorkflowOptions start =
        common(thread, null, metadata, ThreadStatus.IDLE)
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setStaticSummary("thread")
            .setStaticDetails(WorkflowDescription.opening(thread, options))
            .build();
    try {
      calls.start(thread, start, input);
    } catch (WorkflowExecutionAlreadyStarted there) {
      throw new ThreadExistsException(thread.value());
    }
  }

  /**
   * Starts the workflow of a thread again that is saved.
   *
   * @param graph its graph; null where it has none yet
   */
  void goOn(
      ThreadId thread,
      @Nullable Graph graph,
      Map<String, Object> metadata,
      ThreadStatus status,
      GraphInput input) {
    WorkflowOptions start =
        common(thread, graph, metadata, status)
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
            .setStaticSummary(graph == null ? "thread" : WorkflowDescription.summary(graph))
            .setStaticDetails(
                graph == null
                    ? WorkflowDescription.opening(thread, options)
                    : WorkflowDescription.fixed(graph, thread, options))
            .build();
    calls.start(thread, start, input);
  }

  /**
   * Hands a run to its thread, and starts the thread where there is none.
   *
   * @throws ThreadEndedException when there was one, and a thread that has ended is not to begin
   *     anew
   */
  public Start join(ThreadId thread, Graph graph, SubmitMessage submit, WhenEnded whenEnded) {
    if (whenEnded == WhenEnded.BEGIN_ANEW || calls.isDeleted(thread)) {
      return joinOrBeginAnew(thread, graph, submit);
    }
    try {
      return join(
          thread, graph, submit, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE);
    } catch (WorkflowException there) {
      if (!isStarted(there)) {
        throw there;
      }
      if (!reader.hasFailedToBegin(thread)) {
        throw new ThreadEndedException(thread.value());
      }
      return joinOrBeginAnew(thread, graph, submit);
    }
  }

  private static boolean isStarted(WorkflowException failure) {
    return failure instanceof WorkflowExecutionAlreadyStarted
        || GrpcErrors.status(failure)
            .filter(it -> it.getStatus().getCode() == Status.Code.ALREADY_EXISTS)
            .isPresent();
  }

  private Start joinOrBeginAnew(ThreadId thread, Graph graph, SubmitMessage submit) {
    return join(
        thread, graph, submit, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE);
  }

  private Start join(
      ThreadId thread, Graph graph, SubmitMessage submit, WorkflowIdReusePolicy whereEnded) {
    WorkflowOptions start =
        running(thread, graph)
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
            .setWorkflowIdReusePolicy(whereEnded)
            .build();
    return Start.of(calls.updateWithStart(thread, start, GraphInput.opening(null), submit));
  }

  /**
   * Starts a thread that ends with its run. Where the thread is open, the run joins it; where it
   * has ended, it begins anew, but not by the run that ended it: that one was only sent once more.
   */
  public Start alone(ThreadId thread, Graph graph, SubmitMessage submit, WhenEnded whenEnded) {
    WorkflowOptions again =
        running(thread, graph)
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setRequestId(submit.id())
            .build();
    WorkflowOptions first =
        again.toBuilder()
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
            .build();
    if (isStarted(thread, first, submit)) {
      return Start.NEW;
    }
    if (!reader.isClosed(thread)) {
      return joinOrBeginAnew(thread, graph, submit);
    }
    if (reader.ended(thread).filter(view -> view.runs().contains(submit.id())).isPresent()) {
      return Start.EARLIER;
    }
    if (whenEnded == WhenEnded.REFUSE) {
      throw new ThreadEndedException(thread.value());
    }
    return isStarted(thread, again, submit) ? Start.NEW : joinOrBeginAnew(thread, graph, submit);
  }

  private boolean isStarted(ThreadId thread, WorkflowOptions start, SubmitMessage submit) {
    try {
      calls.start(thread, start, GraphInput.alone(submit));
      return true;
    } catch (WorkflowExecutionAlreadyStarted there) {
      return false;
    }
  }

  private WorkflowOptions.Builder running(ThreadId thread, Graph graph) {
    return common(thread, graph, Map.of(), ThreadStatus.BUSY)
        .setStaticSummary(WorkflowDescription.summary(graph))
        .setStaticDetails(WorkflowDescription.fixed(graph, thread, options));
  }

  /** Returns how a schedule starts its threads; the server makes their ids of this one. */
  WorkflowOptions scheduled(String schedule, Graph graph) {
    return described(schedule, graph.name(), Map.of(), ThreadStatus.BUSY, new LinkedHashMap<>())
        .setStaticSummary(graph.name())
        .setStaticDetails(WorkflowDescription.scheduled(graph, schedule))
        .build();
  }

  private WorkflowOptions.Builder common(
      ThreadId thread, @Nullable Graph graph, Map<String, Object> metadata, ThreadStatus status) {
    Map<String, Object> memo = new LinkedHashMap<>();
    if (graph != null) {
      memo.put(ChangedGraphs.FINGERPRINT, ChangedGraphs.named(graph) + graph.fingerprint());
    }
    String name = graph == null ? null : graph.name();
    return described(thread.value(), name, metadata, status, memo)
        .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE);
  }

  private WorkflowOptions.Builder described(
      String workflow,
      @Nullable String graph,
      Map<String, Object> metadata,
      ThreadStatus status,
      Map<String, Object> memo) {
    WorkflowOptions.Builder start =
        WorkflowOptions.newBuilder().setWorkflowId(workflow).setTaskQueue(options.taskQueue());
    if (!metadata.isEmpty()) {
      memo.put("metadata", metadata);
    }
    if (calls.isSearchable()) {
      start.setTypedSearchAttributes(attributes(graph, metadata, status));
    } else {
      memo.put(VisibilityPublisher.STATUS, Attributes.nameOf(status));
      if (graph != null) {
        memo.put(VisibilityPublisher.GRAPH, graph);
      }
    }
    return start.setMemo(memo);
  }

  private static SearchAttributes attributes(
      @Nullable String graph, Map<String, Object> metadata, ThreadStatus status) {
    SearchAttributes.Builder attributes =
        SearchAttributes.newBuilder().set(Attributes.STATUS, Attributes.nameOf(status));
    if (graph != null) {
      attributes.set(Attributes.GRAPH, graph);
    }
    if (metadata.get(ThreadMetadata.TENANT) instanceof String tenant) {
      attributes.set(Attributes.TENANT, tenant);
    }
    return attributes.build();
  }
}
