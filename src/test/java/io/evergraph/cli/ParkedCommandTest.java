package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator whose program does not have the graphs, beside a worker that has. */
@Tag("real")
class ParkedCommandTest {
  private static final Channel<Integer> BY = Channel.of("by", Integer.class);
  private static final Channel<Integer> RESULT = Channel.of("result", Integer.class);
  private static final Channel<BigDecimal> PRICE = Channel.of("price", BigDecimal.class);
  private static final Graph DIVIDE =
      Graph.builder("divide-by-hand")
          .channels(BY, RESULT, PRICE)
          .node("divide", context -> Command.update(RESULT, 100 / context.state().get(BY)))
          .edge(Graph.START, "divide")
          .build();
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("parked-command", DIVIDE);
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static ThreadId parked(String name) throws Exception {
    ThreadId thread = ThreadId.of(name);
    RunResult result =
        house
            .runtime()
            .start("divide-by-hand", thread, StateUpdate.of(BY, 0), RunOptions.defaults())
            .await(Duration.ofSeconds(60));
    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    return thread;
  }

  private static CommandRun evergraph(String... words) {
    List<String> all = new ArrayList<>(List.of("parked"));
    all.addAll(List.of(words));
    all.addAll(List.of("--temporal", RealTemporal.address(), "--task-queue", "parked-command"));
    return CommandRun.of(all.toArray(new String[0]));
  }

  private static void awaitStatus(ThreadId thread, ThreadStatus status) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> house.runtime().snapshot(thread).status() == status);
  }

  @Test
  void shouldListWhatIsParkedAndSkipEditAndRetryIt() throws Exception {
    ThreadId skipped = parked("cli-skipped");
    ThreadId edited = parked("cli-edited");

    CommandRun list = evergraph("list", "--thread", "cli-skipped");
    CommandRun json = evergraph("list", "--thread", "cli-skipped", "--format", "json");
    CommandRun skip = evergraph("skip", "--thread", "cli-skipped", "--update", "{\"result\": 7}");
    CommandRun edit = evergraph("edit", "--thread", "cli-edited", "--values", "{\"by\": 4}");

    assertThat(list.outLines()).as(list.err()).hasSize(3);
    assertThat(list.outLines().get(0)).startsWith("THREAD").contains("NODE", "ERROR");
    assertThat(list.outLines().get(1)).contains("cli-skipped", "divide", "/ by zero");
    assertThat(json.out()).contains("\"thread_id\":\"cli-skipped\"", "\"attempts\":1");
    assertThat(skip.exitCode()).as(skip.err()).isZero();
    assertThat(edit.exitCode()).as(edit.err()).isZero();
    awaitStatus(skipped, ThreadStatus.IDLE);
    awaitStatus(edited, ThreadStatus.IDLE);
    assertThat(house.runtime().snapshot(skipped).state().get(RESULT)).isEqualTo(7);
    assertThat(house.runtime().snapshot(edited).state().get(RESULT)).isEqualTo(25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678901234567.89", "10.10"})
  void shouldKeepAllDigitsOfValues(String price) throws Exception {
    ThreadId thread = parked("cli-price-" + price);

    CommandRun skip =
        evergraph("skip", "--thread", thread.value(), "--update", "{\"price\": " + price + "}");

    assertThat(skip.exitCode()).as(skip.err()).isZero();
    awaitStatus(thread, ThreadStatus.IDLE);
    assertThat(house.runtime().snapshot(thread).state().get(PRICE))
        .isEqualTo(new BigDecimal(price));
  }

  @Test
  void shouldTryAllOfAGraphAgainThatParkedOnOneError() throws Exception {
    parked("cli-batch-1");
    parked("cli-batch-2");
    String[] batch = {"retry", "--graph", "divide-by-hand", "--error", "zero", "--batch", "cli-b"};
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> evergraph("list", "--graph", "divide-by-hand").out(),
            listed -> listed.contains("cli-batch-1") && listed.contains("cli-batch-2"));

    CommandRun plan = evergraph("retry", "--graph", "divide-by-hand", "--dry-run");
    CommandRun done = evergraph(batch);
    CommandRun nothing = evergraph("retry", "--graph", "divide-by-hand", "--error", "no such");

    assertThat(plan.outLines()).as(plan.err()).anyMatch(it -> it.matches("cli-batch-1 +planned.*"));
    assertThat(done.outLines()).as(done.err()).anyMatch(it -> it.matches("cli-batch-1 +retried.*"));
    assertThat(done.outLines()).anyMatch(it -> it.matches("cli-batch-2 +retried.*"));
    assertThat(nothing.outLines()).hasSize(2);
  }

  @Test
  void shouldServeThreadsBesideFilesOfGraphsThatNameTheCodeOfAnApplication() throws Exception {
    ThreadId thread = parked("cli-beside-files");
    System.setProperty("evergraph.graphs", "classpath:graphs/greeter.yaml");
    try {
      CommandRun list = evergraph("list", "--thread", "cli-beside-files");
      CommandRun skip = evergraph("skip", "--thread", "cli-beside-files");
      CommandRun create =
          CommandRun.of(
              "schedule",
              "create",
              "x",
              "--graph",
              "greeter",
              "--every",
              "300d",
              "--temporal",
              RealTemporal.address(),
              "--task-queue",
              "parked-command");

      assertThat(list.outLines()).as(list.err()).hasSize(3);
      assertThat(list.err()).isEmpty();
      assertThat(skip.exitCode()).as(skip.err()).isZero();
      assertThat(create.err()).contains("greeter.yaml", "'greeting'");
    } finally {
      System.clearProperty("evergraph.graphs");
    }
    awaitStatus(thread, ThreadStatus.IDLE);
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThat(CommandRun.of("parked", "retry", "--temporal", "127.0.0.1:1").errLines())
        .singleElement()
        .asString()
        .contains("--all");
    assertThat(evergraph("edit", "--thread", "x", "--values", "[1]").errLines())
        .singleElement()
        .asString()
        .contains("JSON object");
    assertThat(evergraph("skip", "--thread", "nobody").errLines())
        .singleElement()
        .asString()
        .contains("nobody");
    assertThat(CommandRun.of("parked", "list", "--embedded").errLines())
        .singleElement()
        .asString()
        .contains("--temporal HOST:PORT");
  }
}
