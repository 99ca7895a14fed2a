package io.evergraph.temporal.workflow;

import io.evergraph.pregel.Caller;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.common.SearchAttributes;
import io.temporal.workflow.ChildWorkflowCancellationType;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import java.util.Map;
import java.util.Objects;

/** How the workflow of a child is started: it is listed as any thread is. */
final class ChildOptions {
  private ChildOptions() {}

  /** A child outlives the execution that starts it, which may be continued as new. */
  static ChildWorkflowOptions of(String workflow, SubmitMessage submit) {
    Caller caller = Objects.requireNonNull(submit.caller());
    ChildWorkflowOptions.Builder options =
        ChildWorkflowOptions.newBuilder()
            .setWorkflowId(workflow)
            .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
            .setCancellationType(ChildWorkflowCancellationType.ABANDON)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setStaticSummary(submit.graphName() + " " + submit.version())
            .setStaticDetails(
                "Graph **%s**, version %s\n\nWorks for task `%s` of thread `%s`."
                    .formatted(
                        submit.graphName(), submit.version(), caller.taskId(), caller.thread()));
    String status = Attributes.nameOf(ThreadStatus.BUSY);
    if (Workflow.getTypedSearchAttributes().containsKey(Attributes.STATUS)) {
      options.setTypedSearchAttributes(
          SearchAttributes.newBuilder()
              .set(Attributes.STATUS, status)
              .set(Attributes.GRAPH, submit.graphName())
              .build());
    } else {
      options.setMemo(
          Map.of(
              VisibilityPublisher.STATUS, status, VisibilityPublisher.GRAPH, submit.graphName()));
    }
    return options.build();
  }
}
