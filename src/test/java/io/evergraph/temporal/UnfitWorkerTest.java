package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A worker whose code lacks a node of a thread's topology. */
class UnfitWorkerTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final NodePolicy ONCE =
      NodePolicy.builder().retry(RetryPolicy.DEFAULT.withMaxAttempts(1)).build();

  private static GraphBuilder asking() {
    return Graph.builder("growing")
        .channels(LOG)
        .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("go on?"))))
        .edge(Graph.START, "ask");
  }

  private static Graph whole() {
    return asking()
        .node("later", context -> Command.update(LOG, "later"), ONCE)
        .edge("ask", "later")
        .build();
  }

  @Test
  void shouldFailAttemptsThatDoNotCountUntilItKnowsTheNode() throws Exception {
    ThreadId thread = ThreadId.of("unfit-worker");
    try (TemporalHouse house = TemporalHouse.embedded()) {
      house.runtime().start(whole(), thread, StateUpdate.empty()).await(LONGEST);
      house.runtime().graphs().register(asking().build());

      RunHandle run = house.runtime().answer(thread, Answer.single("asked"));
      Awaitility.await()
          .atMost(LONGEST)
          .until(() -> pending(house, thread).stream().anyMatch(it -> it.getAttempt() >= 3));
      String failure = pending(house, thread).get(0).getLastFailure().getMessage();
      house.runtime().graphs().register(whole());
      RunResult result = run.await(LONGEST);

      assertThat(failure).contains("'later'", "'growing'");
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(LOG)).containsExactly("asked", "later");
      assertThat(house.runtime().events(thread, 1))
          .filteredOn(RunEvent.TaskFinished.class::isInstance)
          .extracting(event -> ((RunEvent.TaskFinished) event).report().attempts())
          .containsOnly(1);
    }
  }

  private static List<PendingActivityInfo> pending(TemporalHouse house, ThreadId thread) {
    return house
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value())
        .describe()
        .getRawDescription()
        .getPendingActivitiesList();
  }
}
