package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lives in which a worker cannot do what another one can. */
final class LivesOfWorkers {
  private static final Channel<Label> LABEL = Channel.of("label", Label.class);

  /** Whether workers interpret threads with the types of an earlier version. */
  private static final AtomicBoolean OLD = new AtomicBoolean();

  private LivesOfWorkers() {}

  static List<Lives.Kept> all() {
    return List.of(
        new Lives.Kept(
            "open-result-unread-then-retried", List.of(labelling()), LivesOfWorkers::labels),
        new Lives.Kept(
            "open-task-too-large-without-a-store", List.of(sending()), LivesOfWorkers::sends));
  }

  record Label(String text) {
    @JsonCreator
    static Label read(@JsonProperty("text") String text) {
      if (OLD.get() && WorkflowUnsafe.isWorkflowThread()) {
        throw new IllegalArgumentException("a label of a later version");
      }
      return new Label(text);
    }
  }

  private static Graph labelling() {
    return Graph.builder("golden_labelling")
        .channels(Samples.LOG, LABEL)
        .node("write", context -> Command.update(LABEL, new Label("new")))
        .node("end", context -> Command.update(Samples.LOG, context.state().get(LABEL).text()))
        .edge(START, "write")
        .edge("write", "end")
        .build();
  }

  private static void labels(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    OLD.set(true);
    try {
      Lives.start(runtime, "golden_labelling", thread);
    } finally {
      OLD.set(false);
    }
    runtime.answer(thread, Answer.retry()).await(Lives.LONGEST);
  }

  /** Sends much to a task that asks, and is too large with a long answer. */
  private static Graph sending() {
    return Graph.builder("golden_sending")
        .channels(Samples.LOG)
        .node("plan", Samples.log("planned"))
        .node("work", LivesOfWorkers::asks)
        .edge(START, "plan")
        .routes(
            "plan",
            context ->
                List.of(Route.send("work", StateUpdate.of(Samples.LOG, "x".repeat(1_400_000)))),
            "work")
        .build();
  }

  private static Command asks(NodeContext context) {
    String answer = context.interrupt(Question.asking(String.class, "How?"));
    return Command.update(Samples.LOG, "worked with " + answer.length());
  }

  private static void sends(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_sending", thread);
    runtime.answer(thread, Answer.single("y".repeat(200_000))).await(Lives.LONGEST);
  }
}
