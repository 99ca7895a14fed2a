package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.awaitility.Awaitility.await;

import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Lives that are too long for one execution of a workflow. */
final class LivesOfLength {
  private static final ExecutionLimits LITTLE = new ExecutionLimits(4, 0);
  private static final ExecutionLimits FEW_TASKS = new ExecutionLimits(0, 7);

  private LivesOfLength() {}

  static List<Lives.Kept> all() {
    return List.of(
        new Lives.Kept(
            "closed-continued-as-new-while-a-question-waits",
            List.of(visiting()),
            LivesOfLength::visits,
            LITTLE,
            Lives.Which.FIRST),
        new Lives.Kept(
            "open-begun-with-a-question-its-timer-and-old-messages",
            List.of(visiting()),
            LivesOfLength::visits,
            LITTLE,
            Lives.Which.LATEST),
        new Lives.Kept(
            "closed-alone-begun-in-the-middle-of-a-run",
            List.of(counting()),
            LivesOfLength::counts,
            FEW_TASKS,
            Lives.Which.LATEST));
  }

  /** Prepares two things at once and asks. */
  private static Graph visiting() {
    return Graph.builder("golden_visiting")
        .channels(Samples.LOG)
        .node("left", Samples.log("left"))
        .node("right", Samples.log("right"))
        .node(
            "ask",
            context ->
                Command.update(
                    Samples.LOG,
                    "answer "
                        + context.interrupt(
                            Question.of("Who?")
                                .expiresAfter(Duration.ofDays(30_000))
                                .otherwise("nobody"))))
        .node("end", Samples.log("end"))
        .edge(START, "left")
        .edge(START, "right")
        .join(List.of("left", "right"), "ask")
        .edge("ask", "end")
        .build();
  }

  /** The fourth message leads to the next execution; the last question stays open there. */
  private static void visits(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_visiting", thread);
    RunResult unused = runtime.answer(thread, Answer.single("Ann")).await(Lives.LONGEST);
    RunOptions named = RunOptions.builder().runId("second visit").build();
    RunResult second =
        runtime.start("golden_visiting", thread, StateUpdate.empty(), named).await(Lives.LONGEST);
    signal(runtime, thread);
    await()
        .atMost(Lives.LONGEST)
        .until(
            () ->
                runtime.events(thread, 1).stream()
                    .anyMatch(InterruptEvent.AnswerIgnored.class::isInstance));
    RunResult same =
        runtime.start("golden_visiting", thread, StateUpdate.empty(), named).await(Lives.LONGEST);
    Answer bob = Answer.to(second.interrupts().get(0).id(), "Bob");
    RunResult answered = runtime.answer(thread, bob).await(Lives.LONGEST);
    Lives.start(runtime, "golden_visiting", thread);
  }

  private static void signal(TemporalRuntime runtime, ThreadId thread) {
    runtime
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty())
        .signal("resume", Map.of("interrupt", "nobody", "value", 1));
  }

  /** Twelve nodes, one after the other. */
  private static Graph counting() {
    return Samples.chain(
        "golden_counting",
        IntStream.rangeClosed(1, 12).mapToObj(number -> "n" + number).toArray(String[]::new));
  }

  private static void counts(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.startAlone(runtime, "golden_counting", thread);
  }
}
