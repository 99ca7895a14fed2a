package io.evergraph.temporal.workflow;

import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.SaveActivity;
import io.evergraph.temporal.protocol.Saving;
import io.evergraph.temporal.protocol.SavingWorkflow;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has a thread saved in the checkpoint store as well, where there is one: by an activity whenever
 * it stops, which nothing waits for. Histories keep what is not saved yet.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
public final class ThreadSaving {
  /** How long one attempt may take; no save begins in its second half. */
  public static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(2);

  private static final ActivityOptions UNTIL_SAVED =
      ActivityOptions.newBuilder()
          .setStartToCloseTimeout(LONGEST_ATTEMPT)
          .setRetryOptions(
              RetryOptions.newBuilder()
                  .setInitialInterval(Duration.ofSeconds(1))
                  .setMaximumInterval(Duration.ofSeconds(20))
                  .build())
          .setSummary("save in the checkpoint store")
          .build();

  private final GraphThread thread;
  private final Saving asked;
  private long saved;
  private long tried;
  private boolean mayBeLate;
  private boolean isUnderWay;
  private final Map<Long, Promise<WorkflowExecution>> begun = new HashMap<>();

  private ThreadSaving(GraphThread thread, Saving asked, boolean mayBeLate) {
    this.thread = thread;
    this.asked = asked;
    this.saved = asked.event();
    this.tried = saved;
    this.mayBeLate = mayBeLate;
  }

  /**
   * Returns what saves a thread; empty where there is no store. What an earlier execution left to
   * be saved is saved at once, as long as that is kept.
   */
  static Optional<ThreadSaving> of(GraphThread thread, GraphInput input) {
    return Optional.ofNullable(input.saving())
        .map(asked -> new ThreadSaving(thread, asked, input.carried() != null));
  }

  boolean isDue() {
    return tried < thread.lastEvent()
        && (thread.driver().isOver()
            || (!isUnderWay && (mayBeLate || !thread.driver().isRunning())));
  }

  void saveWhatIsDue() {
    if (isDue()) {
      tried = thread.lastEvent();
      mayBeLate = false;
      if (thread.driver().isOver()) {
        Promise<WorkflowExecution> unused = afterEnd();
      } else {
        isUnderWay = true;
        Promise<Void> unused = Async.function(activity()::save, order()).handle(this::done);
      }
    }
  }

  /** Trusts no earlier save any more: another one, which asks the store, is due. */
  void again() {
    saved = Saving.NONE;
    tried = Saving.NONE;
  }

  /** Returns whether everything that has happened is in the store. */
  boolean isSaved() {
    return saved >= thread.lastEvent();
  }

  /** Returns whether the thread is saved, or will be without its workflow. */
  boolean mayEnd() {
    return !isDue() && begun.values().stream().allMatch(Promise::isCompleted);
  }

  private @Nullable Void done(@Nullable Long event, @Nullable RuntimeException failure) {
    isUnderWay = false;
    saved = event == null ? saved : event;
    return null;
  }

  /** Returns how the next execution goes on with it. */
  Saving carried() {
    return asked.upTo(saved);
  }

  /** Saves a thread whose workflow is about to end, once that cannot be lost any more. */
  void saveAfterEnd() {
    if (!isSaved()) {
      Workflow.await(afterEnd()::isCompleted);
    }
  }

  /** A thread that ends does not wait for the store; a child that has not begun would end, too. */
  private Promise<WorkflowExecution> afterEnd() {
    return begun.computeIfAbsent(thread.lastEvent(), this::afterEnd);
  }

  /** A cancel that comes meanwhile is no reason not to save. */
  private Promise<WorkflowExecution> afterEnd(long event) {
    String created = Long.toHexString(thread.driver().created().toEpochMilli());
    String name = "save:" + thread.id() + ":" + created + ":" + event;
    ChildWorkflowOptions alone =
        ChildWorkflowOptions.newBuilder()
            .setWorkflowId(name)
            .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
            .setStaticSummary("save in the checkpoint store")
            .build();
    SavingWorkflow child = Workflow.newChildWorkflowStub(SavingWorkflow.class, alone);
    Workflow.newDetachedCancellationScope(
            () -> {
              Promise<Void> unused = Async.procedure(child::save, order());
            })
        .run();
    return Workflow.getWorkflowExecution(child);
  }

  private SaveActivity.Order order() {
    return SaveActivity.Order.ofOwn(thread.driver().created());
  }

  private static SaveActivity activity() {
    return Workflow.newActivityStub(SaveActivity.class, UNTIL_SAVED);
  }

  /** Saves a thread whose own workflow has ended. */
  public static final class AfterEnd implements SavingWorkflow {
    @Override
    public void save(SaveActivity.Order order) {
      WorkflowInfo self = Workflow.getInfo();
      String ended = self.getParentWorkflowId().orElseThrow();
      long unused = activity().save(order.in(ended, self.getParentRunId().orElseThrow()));
    }
  }
}
