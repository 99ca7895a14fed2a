package io.evergraph.temporal.workflow;

import io.evergraph.pregel.Next;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.temporal.protocol.Failures;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the workflow of a thread comes to its end. Belongs to one workflow. */
record WorkflowEnd(
    GraphThread thread,
    TaskDispatch tasks,
    Optional<CallerNotifier> reports,
    VisibilityPublisher visibility,
    Optional<ThreadSaving> saving) {

  /** Returns whether it may come: nothing is under way, and others see to what is not saved. */
  boolean mayCome() {
    return thread.driver().isOver()
        && reports.map(CallerNotifier::isIdle).orElse(true)
        && tasks.children().map(ChildThreads::isIdle).orElse(true)
        && saving.map(ThreadSaving::mayEnd).orElse(true)
        && Workflow.isEveryHandlerFinished();
  }

  /** Returns the result of the workflow; throws how its thread has failed. */
  @Nullable Object result() {
    try {
      return last();
    } catch (RuntimeException | StackOverflowError failure) {
      throw Failures.of(RecordedOutcome.explained("end the thread", failure));
    }
  }

  private @Nullable Object last() {
    ThreadSnapshot last = thread.views().snapshot();
    visibility.close(last);
    Next next = thread.driver().progressFor(0).next();
    if (next instanceof Next.Failed failed) {
      throw Failures.of(failed.error());
    }
    return new FinalState(thread.shared().codec()).write(last.state());
  }

  /** Somebody has cancelled the workflow: whatever runs stops, and what is queued never begins. */
  void cancelled() {
    thread.driver().drain(thread::apply);
    thread.driver().cancelAll(Workflow.randomUUID().toString());
    tasks.cancelAll();
    Workflow.newDetachedCancellationScope(
            () -> {
              tasks.children().ifPresent(it -> thread.binding().ifPresent(bound -> end(it, bound)));
              saving.ifPresent(ThreadSaving::saveAfterEnd);
            })
        .run();
    visibility.endUnseen();
  }

  private static void end(ChildThreads children, BoundThread bound) {
    children.endAll(bound);
    while (!children.isIdle()) {
      Workflow.await(() -> children.hasNews() || children.isIdle());
      List<TaskResult> unused = children.takeFailures(); // no task of the thread hears of them
      children.endAll(bound);
    }
  }
}
