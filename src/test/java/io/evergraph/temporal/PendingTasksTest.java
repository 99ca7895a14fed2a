package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.UnknownTaskException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.PendingTask.Phase;
import io.evergraph.runtime.PendingTasks;
import io.evergraph.runtime.PendingTasks.Position;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.TaskChange;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators can do to a task that is being tried, on a real server. */
@Tag("real")
@Tag("slow")
class PendingTasksTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration AN_HOUR = Duration.ofHours(1);
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final Channel<Integer> ATTEMPT = Channel.of("attempt", Integer.class).lastWins();

  /** What is out of order at the moment, by the name that nodes are given. */
  private static final Set<String> BROKEN = ConcurrentHashMap.newKeySet();

  private static final Map<String, Integer> RUNS = new ConcurrentHashMap<>();
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("pending-tasks");
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static PendingTasks pending() {
    return house.runtime().pending();
  }

  private static Graph graph(String name, NodePolicy policy) {
    return Graph.builder(name)
        .channels(NAME, ATTEMPT)
        .node("call", PendingTasksTest::call, policy)
        .edge(Graph.START, "call")
        .build();
  }

  private static Command call(NodeContext context) {
    String name = context.state().get(NAME);
    RUNS.merge(name, 1, Integer::sum);
    if (BROKEN.contains(name)) {
      throw new IllegalStateException("the model is busy");
    }
    return Command.update(ATTEMPT, context.attempt());
  }

  private static NodePolicy attempts(int attempts, Duration pause) {
    return NodePolicy.builder()
        .retry(
            RetryPolicy.on(IllegalStateException.class)
                .withMaxAttempts(attempts)
                .withPauses(pause, pause))
        .build();
  }

  private static RunHandle start(String name, NodePolicy policy) {
    BROKEN.add(name);
    return start(graph(name, policy), name);
  }

  private static RunHandle start(Graph graph, String name) {
    return house.runtime().start(graph, ThreadId.of(name), StateUpdate.of(NAME, name));
  }

  private static PendingTask awaitTask(String thread, Predicate<PendingTask> wanted) {
    return Awaitility.await()
        .atMost(LONGEST)
        .until(
            () -> pending().of(ThreadId.of(thread)),
            found -> found.size() == 1 && wanted.test(found.get(0)))
        .get(0);
  }

  private static void awaitRuns(String name, int least) {
    Awaitility.await().atMost(LONGEST).until(() -> RUNS.getOrDefault(name, 0) >= least);
  }

  @Test
  void shouldTellOfATaskThatWaitsForItsNextAttempt() {
    start("pending-told", attempts(5, AN_HOUR));

    PendingTask task = awaitTask("pending-told", it -> it.attempt() == 2);

    assertThat(task.thread()).isEqualTo(ThreadId.of("pending-told"));
    assertThat(task.id())
        .isEqualTo(house.runtime().snapshot(task.thread()).tasks().get(0).id())
        .isNotEqualTo(task.activity());
    assertThat(task.node()).isEqualTo("call");
    assertThat(task.namespace()).isEmpty();
    assertThat(task.phase()).isEqualTo(Phase.WAITING);
    assertThat(task.failure()).isNotNull();
    assertThat(task.failure().text())
        .isEqualTo("java.lang.IllegalStateException: the model is busy");
    assertThat(task.failure().attempts()).isEqualTo(1);
    assertThat(task.nextAttempt()).isAfter(Instant.now());
    assertThat(task.startedAt()).isNull();
    assertThat(task.hold()).isNull();
    assertThat(task.limits().attempts()).isEqualTo(5);
    assertThat(task.limits().interval()).isEqualTo(AN_HOUR);
    assertThat(task.limits().hardTimeout()).isEqualTo(NodePolicy.DEFAULT.hardTimeout());
  }

  @Test
  void shouldLetNoAttemptBeginWhileATaskIsHeldAndGoOnAfterwards() throws Exception {
    BROKEN.addAll(List.of("pending-held", "pending-free"));
    Graph graph =
        Graph.builder("pending-two")
            .channels(NAME, ATTEMPT)
            .node("call", PendingTasksTest::call, attempts(10_000, Duration.ofMillis(50)))
            .routes(
                Graph.START,
                context ->
                    List.of(
                        Route.send("call", StateUpdate.of(NAME, "pending-held")),
                        Route.send("call", StateUpdate.of(NAME, "pending-free"))),
                "call")
            .build();
    ThreadId thread = ThreadId.of("pending-two");
    RunHandle run = house.runtime().start(graph, thread, StateUpdate.of(NAME, "-"));
    awaitRuns("pending-held", 2);
    awaitRuns("pending-free", 2);
    String held = pending().of(thread).get(0).id();

    pending().pause(thread, held, "the model is down");
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> pending().find(thread, held).phase() == Phase.PAUSED);
    int before = RUNS.get("pending-held") + RUNS.get("pending-free");
    int attempt = pending().find(thread, held).attempt();
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> RUNS.get("pending-held") + RUNS.get("pending-free") >= before + 5);

    PendingTask task = pending().find(thread, held);
    assertThat(task.attempt()).isEqualTo(attempt);
    assertThat(task.nextAttempt()).isNull();
    assertThat(task.hold()).isNotNull();
    assertThat(task.hold().reason()).isEqualTo("the model is down");
    assertThat(task.hold().since()).isBeforeOrEqualTo(Instant.now().plusSeconds(5));
    BROKEN.removeAll(List.of("pending-held", "pending-free"));
    Awaitility.await().atMost(LONGEST).until(() -> pending().of(thread).size() == 1);
    pending().unpause(thread, held);
    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldBeginWithTheFirstAttemptAgainAtOnceAfterAReset() throws Exception {
    RunHandle run = start("pending-reset", attempts(2, AN_HOUR));
    PendingTask first = awaitTask("pending-reset", it -> it.attempt() == 2);

    pending().reset(first.thread(), first.id(), Position.KEEP);
    awaitRuns("pending-reset", 2);
    PendingTask again = awaitTask("pending-reset", it -> it.attempt() == 2);
    BROKEN.remove("pending-reset");
    pending().reset(again.thread(), again.activity(), Position.FORGET);

    RunResult result = run.await(LONGEST);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(ATTEMPT)).isEqualTo(1);
    assertThat(RUNS).containsEntry("pending-reset", 3);
  }

  @Test
  void shouldKeepATaskHeldThatIsReset() throws Exception {
    RunHandle run = start("pending-kept", attempts(5, AN_HOUR));
    PendingTask task = awaitTask("pending-kept", it -> it.attempt() == 2);

    pending().pause(task.thread(), task.id(), "");
    pending().reset(task.thread(), task.id(), Position.KEEP);

    assertThat(pending().find(task.thread(), task.id()).attempt()).isEqualTo(1);
    assertThat(pending().find(task.thread(), task.id()).phase()).isEqualTo(Phase.PAUSED);
    BROKEN.remove("pending-kept");
    pending().unpause(task.thread(), task.id());
    assertThat(run.await(LONGEST).state().get(ATTEMPT)).isEqualTo(1);
  }

  @Test
  void shouldHoldATaskToOtherAttemptsAndPauses() throws Exception {
    RunHandle run = start("pending-changed", attempts(2, AN_HOUR));
    PendingTask task = awaitTask("pending-changed", it -> it.attempt() == 2);

    pending()
        .change(
            task.thread(),
            task.id(),
            new TaskChange(null, Duration.ofSeconds(20), Duration.ofSeconds(1), 3));

    PendingTask.Limits limits = pending().find(task.thread(), task.id()).limits();
    assertThat(limits.attempts()).isEqualTo(3);
    assertThat(limits.interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(limits.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(limits.hardTimeout()).isEqualTo(task.limits().hardTimeout());
    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.PARKED);
    assertThat(RUNS).containsEntry("pending-changed", 3);
    assertThat(house.runtime().parked(task.thread()).get(0).failure().attempts()).isEqualTo(3);
  }

  @Test
  void shouldGiveAnAttemptMoreTimeThanItsNodeHas() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    RunHandle run = start(slow("pending-slow", done, Duration.ofMillis(300)), "pending-slow");
    PendingTask late = awaitTask("pending-slow", it -> it.attempt() == 2);

    pending().change(late.thread(), late.id(), new TaskChange(AN_HOUR, null, null, null));
    pending().reset(late.thread(), late.id(), Position.FORGET);
    awaitTask(
        "pending-slow",
        it -> it.startedAt() != null && it.startedAt().isBefore(Instant.now().minusSeconds(2)));
    done.countDown();

    assertThat(late.limits().hardTimeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(run.await(LONGEST).state().get(ATTEMPT)).isEqualTo(1);
  }

  @Test
  void shouldStopAnAttemptThatRunsWithoutCountingItWhenItsTaskIsHeld() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    RunHandle run = start(slow("pending-running", done, AN_HOUR), "pending-running");
    PendingTask task = awaitTask("pending-running", it -> it.phase() == Phase.RUNNING);

    pending().pause(task.thread(), task.id(), "");
    PendingTask held = awaitTask("pending-running", it -> it.phase() == Phase.PAUSED);
    done.countDown();
    pending().unpause(task.thread(), task.id());

    assertThat(task.startedAt()).isNotNull();
    assertThat(held.attempt()).isEqualTo(1);
    assertThat(held.starts()).isEqualTo(2);
    assertThat(run.await(LONGEST).state().get(ATTEMPT)).isEqualTo(1);
  }

  private static Graph slow(String name, CountDownLatch done, Duration longest) {
    NodePolicy policy =
        NodePolicy.builder()
            .timeout(longest)
            .hardTimeout(longest)
            .retry(RetryPolicy.on(NodeTimeoutException.class).withPauses(AN_HOUR, AN_HOUR))
            .build();
    return Graph.builder(name)
        .channels(NAME, ATTEMPT)
        .node(
            "wait",
            context -> {
              done.await();
              return Command.update(ATTEMPT, context.attempt());
            },
            policy)
        .edge(Graph.START, "wait")
        .build();
  }

  @Test
  void shouldExplainWhatItCannotDo() {
    start("pending-wrong", attempts(5, AN_HOUR));
    PendingTask task = awaitTask("pending-wrong", it -> it.attempt() == 2);
    TaskChange tooSmall = new TaskChange(null, Duration.ofSeconds(1), null, null);

    assertThatThrownBy(() -> pending().change(task.thread(), task.id(), tooSmall))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at least 4 s");
    assertThatThrownBy(() -> new TaskChange(null, null, null, null))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new TaskChange(Duration.ZERO, null, null, null))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> pending().pause(task.thread(), "other", ""))
        .isInstanceOf(UnknownTaskException.class)
        .hasMessageContaining(task.id());
    assertThatThrownBy(() -> pending().of(ThreadId.of("nobody")))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldSayWhatToDoInsteadWhereThereIsNoSuchOrder() {
    try (GraphRuntime memory = InMemoryRuntime.of();
        TemporalHouse embedded = TemporalHouse.embedded()) {
      refuses(memory.pending(), "the runtime 'memory'");
      refuses(embedded.runtime().pending(), "the embedded server");
    }
  }

  private static void refuses(PendingTasks pending, String runtime) {
    ThreadId thread = ThreadId.of("any");
    TaskChange change = new TaskChange(null, null, null, 5);
    List<ThrowingCallable> orders =
        List.of(
            () -> pending.of(thread),
            () -> pending.pause(thread, "task", ""),
            () -> pending.unpause(thread, "task"),
            () -> pending.reset(thread, "task", Position.KEEP),
            () -> pending.change(thread, "task", change));
    for (ThrowingCallable order : orders) {
      assertThatThrownBy(order)
          .isInstanceOf(NotOfferedException.class)
          .hasMessageContaining(runtime)
          .hasMessageContaining("retry, skip or edit it");
    }
  }

  @Test
  void shouldTellTheAttemptOfATaskWhoseSecondAttemptRuns() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Graph graph =
        Graph.builder("pending-second")
            .channels(NAME, ATTEMPT)
            .node(
                "call",
                context -> {
                  if (context.attempt() == 1) {
                    throw new IllegalStateException("the model is busy");
                  }
                  done.await();
                  return Command.update(ATTEMPT, context.attempt());
                },
                attempts(3, Duration.ofMillis(1)))
            .edge(Graph.START, "call")
            .build();
    RunHandle run = start(graph, "pending-second");

    PendingTask task =
        awaitTask("pending-second", it -> it.phase() == Phase.RUNNING && it.starts() == 2);
    done.countDown();

    assertThat(task.attempt()).isEqualTo(2);
    assertThat(task.failure().attempts()).isEqualTo(1);
    assertThat(run.await(LONGEST).state().get(ATTEMPT)).isEqualTo(2);
  }

  @Test
  void shouldFailATaskThatSomebodyCompletesWithNothing() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    RunHandle run = start(slow("pending-nothing", never, AN_HOUR), "pending-nothing");
    PendingTask task = awaitTask("pending-nothing", it -> it.phase() == Phase.RUNNING);

    house
        .connection()
        .client()
        .newActivityCompletionClient()
        .complete("pending-nothing", Optional.empty(), task.activity(), null);

    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.PARKED);
    assertThat(house.runtime().parked(task.thread()).get(0).failure().text())
        .contains("found nothing");
  }
}
