package io.evergraph.bench.floor;

import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WithStartWorkflowOperation;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateStage;
import java.util.List;
import java.util.function.Supplier;

/** Calls the hand-written workflows in one mode. */
record CallerByHand(WorkflowClient client, String queue, RunMode mode, Placed placed) {

  int chain(ThreadId thread, int steps) {
    if (mode == RunMode.ALONE) {
      return stub(Workflows.Chain.class, thread).run(steps, placed);
    }
    Workflows.Session session = stub(Workflows.Session.class, thread);
    return WorkflowClient.executeUpdateWithStart(
        session::chain, steps, placed, completed(Integer.class), start(session));
  }

  List<Integer> fanOut(ThreadId thread, int width) {
    if (mode == RunMode.ALONE) {
      return stub(Workflows.FanOut.class, thread).run(width, placed);
    }
    Workflows.Session session = stub(Workflows.Session.class, thread);
    return WorkflowClient.executeUpdateWithStart(
        session::fanOut,
        width,
        placed,
        UpdateOptions.<List<Integer>>newBuilder()
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build(),
        start(session));
  }

  int chat(ThreadId thread) {
    if (mode == RunMode.ALONE) {
      return stub(Workflows.Chat.class, thread).run(StepsByHand.QUESTION, placed);
    }
    Workflows.Session session = stub(Workflows.Session.class, thread);
    return WorkflowClient.executeUpdateWithStart(
        session::chat, StepsByHand.QUESTION, placed, completed(Integer.class), start(session));
  }

  /** Runs until the question is asked; the answer is given, and followed to the end, later. */
  Supplier<String> asked(ThreadId thread) {
    if (mode == RunMode.ALONE) {
      Workflows.Approval waiting = stub(Workflows.Approval.class, thread);
      WorkflowClient.start(waiting::run, placed);
      while (waiting.question().isEmpty()) {
        Thread.onSpinWait();
      }
      return () -> {
        waiting.answer("yes");
        return WorkflowStub.fromTyped(waiting).getResult(String.class);
      };
    }
    Workflows.Session session = stub(Workflows.Session.class, thread);
    String unused =
        WorkflowClient.executeUpdateWithStart(
            session::ask, placed, completed(String.class), start(session));
    return () -> session.answer("yes", placed);
  }

  private static <T> UpdateOptions<T> completed(Class<T> result) {
    return UpdateOptions.newBuilder(result).setWaitForStage(WorkflowUpdateStage.COMPLETED).build();
  }

  private static WithStartWorkflowOperation<?> start(Workflows.Session session) {
    return new WithStartWorkflowOperation<>(session::run);
  }

  private <T> T stub(Class<T> type, ThreadId thread) {
    return client.newWorkflowStub(
        type,
        WorkflowOptions.newBuilder()
            .setTaskQueue(queue)
            .setWorkflowId(thread.value())
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .build());
  }
}
