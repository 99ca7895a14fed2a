package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.evergraph.contract.CapturedLogs;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.workflow.RefusedMessage;
import io.temporal.api.common.v1.Payload;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What is no message, sent wherever a thread takes messages: nothing comes of it. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class GarbageMessagesContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final List<String> SIGNALS =
      List.of("resume", "pause", "continue", "cancel", "call", "report");
  private static final List<String> UPDATES =
      List.of("submit", "answer", "proceed", "updateState", "fork", "rollback", "migrate");
  private static final List<Object> GARBAGE =
      List.of(
          "what?",
          7,
          List.of(1),
          Map.of("writes", "nothing", "mode", "nothing", "run", List.of(), "maxSteps", "many"),
          new byte[] {1, 2, 3},
          raw("json/plain", "{\"run\":"),
          raw("text/unheard-of", "what?"));

  private final ThreadId thread = ThreadId.random();
  private final CapturedLogs logs = new CapturedLogs();

  @Parameter private TestRuntime on;

  @AfterEach
  void close() {
    logs.close();
  }

  private static RawValue raw(String encoding, String data) {
    return new RawValue(
        Payload.newBuilder()
            .putMetadata("encoding", ByteString.copyFromUtf8(encoding))
            .setData(ByteString.copyFromUtf8(data))
            .build());
  }

  private TemporalRuntime runtime() {
    return on.temporal().runtime();
  }

  private WorkflowStub workflow() {
    return on.temporal().connection().client().newUntypedWorkflowStub(thread.value());
  }

  private void ask() throws Exception {
    RunResult asked =
        runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
  }

  private void assertHealthy() throws Exception {
    assertThat(runtime().snapshot(thread).status()).isEqualTo(ThreadStatus.INTERRUPTED);
    Answer answer = Answer.single(new Samples.Approval(true, "well"));
    RunResult result = runtime().answer(thread, answer).await(LONGEST);
    assertThat(result.state().get(Samples.LOG)).containsExactly("prepared", "true well");
    assertThat(logs.with(thread.value())).isEmpty();
  }

  @Test
  void shouldIgnoreSignalsThatCannotBeRead() throws Exception {
    ask();

    for (String signal : SIGNALS) {
      GARBAGE.forEach(garbage -> workflow().signal(signal, garbage));
    }
    List.of("resume", "call", "report").forEach(signal -> workflow().signal(signal));

    int sent = SIGNALS.size() * GARBAGE.size() + 3;
    await()
        .atMost(LONGEST)
        .untilAsserted(
            () ->
                assertThat(runtime().events(thread, 1))
                    .filteredOn(InterruptEvent.AnswerIgnored.class::isInstance)
                    .hasSize(sent));
    assertHealthy();
  }

  /** What an update does not know in an object, it passes over. */
  @Test
  void shouldRefuseUpdatesThatCannotBeRead() throws Exception {
    ask();

    for (String update : UPDATES) {
      for (Object garbage : GARBAGE.stream().filter(it -> !(it instanceof Map)).toList()) {
        Throwable refused = catchThrowable(() -> workflow().update(update, Map.class, garbage));
        assertThat(refused).as("%s of %s", update, garbage).isNotNull();
        assertThat(refused.getCause())
            .as("%s of %s", update, garbage)
            .isInstanceOfSatisfying(
                ApplicationFailure.class,
                failure ->
                    assertThat(failure.getType())
                        .isIn(
                            RefusedMessage.class.getName(),
                            DataConverterException.class.getName()));
      }
    }
    assertHealthy();
  }

  /** Has a thread of its own work until it is let go. */
  private static Graph calling(CountDownLatch begun, CountDownLatch done) {
    Graph child =
        Graph.builder("called_by_garbage")
            .channels(Samples.LOG)
            .node("work", working(begun, done))
            .edge(Graph.START, "work")
            .build();
    return Graph.builder("calling")
        .channels(Samples.LOG)
        .subgraph("child", child, Embedding.ownThread())
        .edge(Graph.START, "child")
        .build();
  }

  private void reportGarbage(String task) {
    workflow()
        .signal(
            "report",
            Map.of("task", task, "place", "here", "reply", Map.of("writes", "no writes")));
  }

  @Test
  void shouldLetATaskGoOnThatIsNoCallWhateverIsReportedOfIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Graph graph =
        Graph.builder("no_call")
            .channels(Samples.LOG)
            .node("work", working(begun, done))
            .edge(Graph.START, "work")
            .build();
    RunHandle run = runtime().start(graph, thread, StateUpdate.empty());
    begun.await();

    reportGarbage(runtime().snapshot(thread).tasks().get(0).id());
    workflow().signal("resume", "garbage");
    await()
        .atMost(LONGEST)
        .until(
            () ->
                runtime().events(thread, 1).stream()
                    .anyMatch(InterruptEvent.AnswerIgnored.class::isInstance));
    done.countDown();

    assertThat(run.await(LONGEST).state().get(Samples.LOG)).containsExactly("worked");
  }

  private static NodeAction working(CountDownLatch begun, CountDownLatch done) {
    return context -> {
      begun.countDown();
      done.await();
      return Command.update(Samples.LOG, "worked");
    };
  }

  @Test
  void shouldParkATaskWhoseChildTellsWhatCannotBeRead() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    RunHandle run = runtime().start(calling(begun, done), thread, StateUpdate.empty());
    begun.await();
    String task = runtime().snapshot(thread).tasks().get(0).id();

    reportGarbage(task);
    RunResult parked = run.await(LONGEST);
    done.countDown();

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.error().orElseThrow()).hasMessageContaining("no writes");
    await().atMost(LONGEST).until(() -> runtime().snapshot(thread).status() == ThreadStatus.IDLE);
    assertThat(runtime().snapshot(thread).state().get(Samples.LOG)).containsExactly("worked");
    assertThat(logs.with(thread.value())).isEmpty();
  }
}
