package io.evergraph.temporal;

import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.ThreadId;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.Map;

/** Answers to questions that nobody asked, more of them than one short execution takes. */
final class UnknownAnswers {
  private static final int MANY = 20;
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private UnknownAnswers() {}

  /** Sends them; the thread ignores them and is continued as new on the way. */
  static void send(TemporalRuntime runtime, ThreadId thread) {
    WorkflowStub workflow = runtime.connection().client().newUntypedWorkflowStub(thread.value());
    for (int number = 0; number < MANY; number++) {
      send(workflow, Map.of("interrupt", "unknown " + number, "value", 1));
    }
  }

  /** The in-process server finds no workflow while it is continued as new, and takes nothing. */
  private static void send(WorkflowStub workflow, Map<String, Object> answer) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(LONGEST)
        .ignoreException(WorkflowNotFoundException.class)
        .untilAsserted(() -> workflow.signal("resume", answer));
  }
}
