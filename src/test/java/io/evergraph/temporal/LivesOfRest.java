package io.evergraph.temporal;

import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Answer;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Lives of threads that are saved in a checkpoint store. */
final class LivesOfRest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofDays(30);

  private LivesOfRest() {}

  static List<Lives.Kept> all() {
    return List.of(
        kept("closed-saved-at-rest-with-a-question", LivesOfRest::rests, SHORT),
        kept("open-saved-begun-again-after-a-rest", LivesOfRest::goesOn, SHORT),
        kept("closed-alone-saved-by-a-child", LivesOfRest::endsAlone, LONG));
  }

  private static Lives.Kept kept(String name, Lives.Life life, Duration idle) {
    return new Lives.Kept(
        name, List.of(Samples.approval()), life, ExecutionLimits.USUAL, Lives.Which.LATEST, idle);
  }

  private static void rests(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "approval", thread);
    await()
        .atMost(Lives.LONGEST)
        .until(
            () ->
                runtime
                        .connection()
                        .client()
                        .newUntypedWorkflowStub(thread.value())
                        .describe()
                        .getStatus()
                    == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
  }

  /** The last question asks in time for the thread not to rest again before it is looked at. */
  private static void goesOn(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    rests(runtime, thread);
    answer(runtime, thread);
    Lives.start(runtime, "approval", thread);
  }

  private static void endsAlone(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.startAlone(runtime, "approval", thread);
    answer(runtime, thread);
    Lives.awaitStatus(runtime, thread, ThreadStatus.IDLE);
  }

  private static void answer(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    RunResult unused =
        runtime
            .answer(thread, Answer.single(new Samples.Approval(true, "ok")))
            .await(Lives.LONGEST);
  }
}
