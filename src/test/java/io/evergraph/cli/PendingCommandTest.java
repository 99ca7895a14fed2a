package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator whose program does not have the graphs looks after a task that is being tried. */
@Tag("real")
class PendingCommandTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<Integer> ATTEMPT = Channel.of("attempt", Integer.class);
  private static final AtomicBoolean BROKEN = new AtomicBoolean(true);
  private static final ThreadId THREAD = ThreadId.of("cli-busy");
  private static final Graph BUSY =
      Graph.builder("busy-by-hand")
          .channels(ATTEMPT)
          .node(
              "call",
              context -> call(context.attempt()),
              NodePolicy.builder()
                  .retry(
                      RetryPolicy.on(IllegalStateException.class)
                          .withPauses(Duration.ofHours(1), Duration.ofHours(1)))
                  .build())
          .edge(Graph.START, "call")
          .build();
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("pending-command", BUSY);
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static Command call(int attempt) {
    if (BROKEN.get()) {
      throw new IllegalStateException("the model is busy");
    }
    return Command.update(ATTEMPT, attempt);
  }

  private static CommandRun evergraph(String... words) {
    List<String> all = new ArrayList<>(List.of("pending"));
    all.addAll(List.of(words));
    all.addAll(List.of("--thread", THREAD.value()));
    all.addAll(List.of("--temporal", RealTemporal.address(), "--task-queue", "pending-command"));
    return CommandRun.of(all.toArray(new String[0]));
  }

  @Test
  void shouldListATaskHoldItChangeItResetItAndLetItGoOn() throws Exception {
    RunHandle run = house.runtime().start(BUSY, THREAD, StateUpdate.empty());
    Awaitility.await()
        .atMost(LONGEST)
        .until(
            () -> house.runtime().pending().of(THREAD).stream().anyMatch(it -> it.attempt() == 2));

    CommandRun list = evergraph("list");
    CommandRun pause = evergraph("pause", "--reason", "the model is down");
    CommandRun limits = evergraph("limits", "--attempts", "9", "--hard-timeout", "10m");
    CommandRun reset = evergraph("reset", "--forget-position");
    CommandRun json = evergraph("list", "--format", "json");
    BROKEN.set(false);
    CommandRun unpause = evergraph("unpause");

    assertThat(list.outLines()).as(list.err()).hasSize(3);
    assertThat(list.outLines().get(0)).startsWith("NODE").contains("PHASE", "ATTEMPT", "NEXT");
    assertThat(list.outLines().get(1)).matches("call +waiting +2 +3 +20.*Z .*the model is busy");
    assertThat(pause.outLines()).as(pause.err()).singleElement().asString().contains("is held");
    assertThat(limits.exitCode()).as(limits.err()).isZero();
    assertThat(reset.exitCode()).as(reset.err()).isZero();
    assertThat(json.out())
        .contains(
            "\"phase\":\"paused\"",
            "\"attempt\":1",
            "\"attempts\":9",
            "\"hard_timeout_seconds\":600.0",
            "the model is down");
    assertThat(unpause.exitCode()).as(unpause.err()).isZero();
    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(run.await(LONGEST).state().get(ATTEMPT)).isEqualTo(1);
    assertThat(evergraph("list").outLines()).contains("No task is in progress.");
    assertThat(evergraph("pause").errLines()).singleElement().asString().contains("`parked list`");
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThat(evergraph("limits").errLines())
        .singleElement()
        .asString()
        .contains("a timeout, an interval or a number of attempts");
    assertThat(evergraph("limits", "--hard-timeout", "soon").errLines())
        .singleElement()
        .asString()
        .contains("--hard-timeout", "30s");
  }
}
