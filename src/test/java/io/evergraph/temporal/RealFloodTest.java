package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several clients send inputs and signals while the workflow is continued as new all the time. */
@Tag("real")
@Tag("slow")
class RealFloodTest {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int CLIENTS = 4;
  private static final int INPUTS = 30;
  private static final int SIGNALS = 100;
  private static final int SENT_TWICE = 5;
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final TemporalHouse HOUSE =
      TemporalHouse.real("flood", new ExecutionLimits(20, 0));

  private final ThreadId thread = ThreadId.random();
  private final Set<String> executions = ConcurrentHashMap.newKeySet();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private static Graph turns() {
    return Graph.builder("turns")
        .channels(LOG, TEXT)
        .node("turn", context -> Command.update(LOG, context.state().get(TEXT)))
        .edge(START, "turn")
        .edge("turn", END)
        .build();
  }

  private static List<String> inputs(int client) {
    return IntStream.range(0, INPUTS).mapToObj(number -> client + "-" + number).toList();
  }

  private WorkflowStub workflow() {
    return HOUSE.connection().client().newUntypedWorkflowStub(thread.value());
  }

  /** Sends inputs one after the other; some a second time, as a client that got no answer would. */
  private List<RunHandle> send(int client) {
    List<RunHandle> runs = new ArrayList<>();
    for (String input : inputs(client)) {
      for (int time = 0; time < (runs.size() % SENT_TWICE == 0 ? 2 : 1); time++) {
        RunOptions options = RunOptions.builder().runId("run-" + input).build();
        RunHandle run =
            HOUSE.runtime().start("turns", thread, StateUpdate.of(TEXT, input), options);
        if (time == 0) {
          runs.add(run);
        }
      }
      executions.add(workflow().describe().getExecution().getRunId());
    }
    return runs;
  }

  private List<RunHandle> signal() {
    for (int number = 0; number < SIGNALS; number++) {
      workflow().signal("resume", Map.of("interrupt", "nobody-" + number, "value", 1));
    }
    return List.of();
  }

  private List<RunEvent> follow() throws InterruptedException {
    List<RunEvent> seen = new ArrayList<>();
    try (EventStream events = HOUSE.runtime().follow(thread, 1)) {
      while (count(seen, RunEvent.RunFinished.class) < CLIENTS * INPUTS
          || count(seen, InterruptEvent.AnswerIgnored.class) < SIGNALS) {
        List<RunEvent> news = events.next(LONGEST);
        assertThat(news).as("events after %s", seen.size()).isNotEmpty();
        seen.addAll(news);
      }
    }
    return seen;
  }

  private static long count(List<RunEvent> events, Class<? extends RunEvent> kind) {
    return events.stream().filter(kind::isInstance).count();
  }

  @Test
  void shouldLoseDoubleAndRenumberNothing() throws Exception {
    HOUSE.runtime().graphs().register(turns());
    HOUSE.runtime().create(thread, Map.of());
    ExecutorService everybody = Executors.newCachedThreadPool();
    try {
      Future<List<RunEvent>> follower = everybody.submit(this::follow);
      List<Future<List<RunHandle>>> senders = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int number = client;
        senders.add(everybody.submit(() -> send(number)));
      }
      Callable<List<RunHandle>> signals = this::signal;
      senders.add(everybody.submit(signals));
      for (Future<List<RunHandle>> sender : senders) {
        for (RunHandle run : sender.get()) {
          run.await(LONGEST);
        }
      }

      assertAllOnce(follower.get());
    } finally {
      everybody.shutdownNow();
    }
  }

  private void assertAllOnce(List<RunEvent> followed) {
    List<String> log = HOUSE.runtime().snapshot(thread).state().get(LOG);
    List<List<String>> sent = IntStream.range(0, CLIENTS).mapToObj(RealFloodTest::inputs).toList();
    assertThat(log)
        .containsExactlyInAnyOrderElementsOf(sent.stream().flatMap(List::stream).toList());
    for (List<String> ofOne : sent) {
      assertThat(log.stream().filter(ofOne::contains)).containsExactlyElementsOf(ofOne);
    }
    assertThat(followed.stream().map(RunEvent::number))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, followed.size()).boxed().toList());
    assertThat(HOUSE.runtime().events(thread, 1)).isEqualTo(followed);
    assertThat(ignored(followed))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, SIGNALS).mapToObj(number -> "nobody-" + number).toList());
    assertThat(executions).as("executions").hasSizeGreaterThan(5);
  }

  private static List<String> ignored(List<RunEvent> events) {
    return events.stream()
        .filter(InterruptEvent.AnswerIgnored.class::isInstance)
        .map(InterruptEvent.AnswerIgnored.class::cast)
        .map(InterruptEvent.AnswerIgnored::interruptId)
        .toList();
  }
}
