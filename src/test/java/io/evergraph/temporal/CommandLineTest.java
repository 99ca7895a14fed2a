package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person types: the {@code temporal} program alone, with JSON by hand. */
@Tag("real")
class CommandLineTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String QUEUE = "command-line";
  private static final TemporalHouse HOUSE =
      TemporalHouse.real(QUEUE, Samples.approval(), Samples.chain("by_hand", "a", "b"));

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private String temporal(String... words) {
    String program = RealTemporal.run("temporal-dev/install").strip();
    List<String> command = new ArrayList<>(List.of(program, "workflow"));
    command.addAll(List.of(words));
    command.addAll(List.of("--address", RealTemporal.address()));
    return RealTemporal.run(command.toArray(String[]::new));
  }

  private void ask() throws Exception {
    assertThat(
            HOUSE
                .runtime()
                .start(Samples.approval(), thread, StateUpdate.empty())
                .await(LONGEST)
                .status())
        .isEqualTo(RunStatus.WAITING);
  }

  private void awaitLog(String... entries) {
    await()
        .atMost(LONGEST)
        .until(() -> HOUSE.runtime().snapshot(thread).status() == ThreadStatus.IDLE);
    assertThat(HOUSE.runtime().snapshot(thread).state().get(Samples.LOG)).containsExactly(entries);
  }

  @Test
  void shouldAnswerByUpdateAndAskByQuery() throws Exception {
    ask();

    String status = temporal("query", "-w", thread.value(), "--type", "status");
    String update =
        temporal(
            "update",
            "execute",
            "-w",
            thread.value(),
            "--name",
            "answer",
            "--input",
            "{\"value\":{\"approved\":true,\"comment\":\"typed\"}}");

    assertThat(status).contains("INTERRUPTED", "approve");
    assertThat(update).contains("ACCEPTED");
    awaitLog("prepared", "true typed");
  }

  @Test
  void shouldPrintOnceWhyAnAnswerIsRefused() throws Exception {
    ask();
    String stale = "{\"interrupt\":\"stale\",\"value\":true}";

    assertThatThrownBy(
            () ->
                temporal(
                    "update",
                    "execute",
                    "-w",
                    thread.value(),
                    "--name",
                    "answer",
                    "--input",
                    stale))
        .message()
        .containsOnlyOnce("Expected the id of an open question");
  }

  @Test
  void shouldAnswerBySignal() throws Exception {
    ask();

    temporal(
        "signal",
        "-w",
        thread.value(),
        "--name",
        "resume",
        "--input",
        "{\"value\":{\"approved\":false,\"comment\":\"signalled\"}}");

    awaitLog("prepared", "false signalled");
  }

  @Test
  void shouldStartAGraphAndPrintItsResult() {
    String output =
        temporal(
            "execute",
            "-w",
            thread.value(),
            "--type",
            "Graph",
            "--task-queue",
            QUEUE,
            "--input",
            "{\"submit\":{\"graph\":\"by_hand\",\"input\":{\"log\":[\"typed\"]}}}");

    assertThat(output).contains("COMPLETED").contains("{\"log\":[\"typed\",\"a\",\"b\"]}");
  }

  @Test
  void shouldListThreadsByGraphAndStatus() throws Exception {
    ask();

    await()
        .atMost(LONGEST)
        .untilAsserted(
            () ->
                assertThat(
                        temporal(
                            "list",
                            "--query",
                            "EvergraphGraph = 'approval' AND EvergraphStatus = 'interrupted'"))
                    .contains(thread.value()));
  }
}
