package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.HeartbeatDetails;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A worker whose code lacks a node of a thread's topology, or cannot read what a task is given. */
class UnfitWorkerTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Channel<Order> ORDER = Channel.of("order", Order.class);
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final NodePolicy ONCE =
      NodePolicy.builder().retry(RetryPolicy.DEFAULT.withMaxAttempts(1)).build();
  private static volatile boolean isOld;

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
      awaitAttempts(house, thread, 3);
      String failure = pending(house, thread).get(0).getLastFailure().getMessage();
      house.runtime().graphs().register(whole());
      RunResult result = run.await(LONGEST);

      assertThat(failure).contains("'later'", "'growing'");
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(LOG)).containsExactly("asked", "later");
      assertThat(attempts(house, thread)).containsOnly(1);
    }
  }

  /** An order that a worker before the change cannot read. */
  record Order(String item) {
    @JsonCreator
    static Order read(@JsonProperty("item") String item) {
      if (isOld) {
        throw new IllegalArgumentException("an item of a later version");
      }
      return new Order(item);
    }
  }

  /** Sends an order to a task that asks about it. */
  private static Graph ordering() {
    return Graph.builder("ordering")
        .channels(LOG, ORDER)
        .node("plan", context -> Command.none())
        .node("work", UnfitWorkerTest::confirm, ONCE)
        .edge(Graph.START, "plan")
        .routes(
            "plan",
            context -> List.of(Route.send("work", StateUpdate.of(ORDER, new Order("tea")))),
            "work")
        .build();
  }

  private static Command confirm(NodeContext context) {
    Object answer = context.interrupt(Question.of("Order?"));
    return Command.update(LOG, context.state().get(ORDER).item() + " " + answer);
  }

  @Test
  void shouldWaitForAWorkerThatCanReadWhatATaskWasSent() throws Exception {
    ThreadId thread = ThreadId.of("unread-order");
    try (TemporalHouse house = TemporalHouse.embedded()) {
      house.runtime().start(ordering(), thread, StateUpdate.empty()).await(LONGEST);

      isOld = true;
      RunHandle run = house.runtime().answer(thread, Answer.single("yes"));
      awaitAttempts(house, thread, 2);
      PendingActivityInfo waiting = pending(house, thread).get(0);
      isOld = false;
      RunResult result = run.await(LONGEST);

      assertThat(waiting.getLastFailure().getMessage()).contains("an item of a later version");
      assertThat(lostOnTheNextWorker(house, waiting)).isZero();
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(LOG)).containsExactly("tea yes");
      assertThat(attempts(house, thread)).containsOnly(1);
    } finally {
      isOld = false;
    }
  }

  private static int lostOnTheNextWorker(TemporalHouse house, PendingActivityInfo task) {
    Optional<JsonNode> told =
        Optional.ofNullable(
            house
                .connection()
                .client()
                .getOptions()
                .getDataConverter()
                .fromPayloads(
                    0, Optional.of(task.getHeartbeatDetails()), JsonNode.class, JsonNode.class));
    return HeartbeatDetails.read(told, house.connection().codec())
        .begin(task.getAttempt() + 1, "another process")
        .lost();
  }

  private static void awaitAttempts(TemporalHouse house, ThreadId thread, int attempts) {
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> pending(house, thread).stream().anyMatch(it -> it.getAttempt() >= attempts));
  }

  private static List<Integer> attempts(TemporalHouse house, ThreadId thread) {
    return house.runtime().events(thread, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).report().attempts())
        .toList();
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
