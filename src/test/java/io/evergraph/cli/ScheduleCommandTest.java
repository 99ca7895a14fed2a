package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator begins runs at set times. */
@Tag("real")
@Tag("slow")
class ScheduleCommandTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("schedule-command", SampleGraphs.all().toArray(new Graph[0]));
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static CommandRun evergraph(String... words) {
    List<String> all = new ArrayList<>(List.of("schedule"));
    all.addAll(List.of(words));
    all.addAll(List.of("--temporal", RealTemporal.address(), "--task-queue", "schedule-command"));
    return CommandRun.of(all.toArray(new String[0]));
  }

  @Test
  void shouldTakeMessagesAsClientsWriteThem() {
    CommandRun create =
        evergraph(
            "create",
            "with-a-message",
            "--graph",
            "report",
            "--input",
            "{\"messages\": [{\"role\": \"user\", \"content\": \"Write it\"}]}",
            "--every",
            "300d");
    ScheduleView view = house.runtime().schedules().get("with-a-message");
    CommandRun delete = evergraph("delete", "with-a-message");

    assertThat(create.exitCode()).as(create.err()).isZero();
    assertThat(view.schedule().input().writes()).asString().contains("Write it");
    assertThat(delete.exitCode()).as(delete.err()).isZero();
  }

  @Test
  void shouldCreateListPauseTriggerShowAndDeleteASchedule() throws Exception {
    CommandRun create =
        evergraph(
            "create",
            "by-hand",
            "--graph",
            "chain",
            "--input",
            "{\"value\": \"x\"}",
            "--every",
            "300d",
            "--overlap",
            "allow_all");
    CommandRun pause = evergraph("pause", "by-hand", "--reason", "the model is down");
    CommandRun trigger = evergraph("trigger", "by-hand");
    ScheduleView view =
        Awaitility.await()
            .atMost(LONGEST)
            .until(() -> house.runtime().schedules().get("by-hand"), it -> !it.recent().isEmpty());
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> house.runtime().schedules().list(), it -> !it.isEmpty());
    CommandRun list = evergraph("list");
    CommandRun show = evergraph("show", "by-hand");
    CommandRun json = evergraph("show", "by-hand", "--format", "json");
    CommandRun unpause = evergraph("unpause", "by-hand");
    CommandRun delete = evergraph("delete", "by-hand");
    CommandRun gone = evergraph("show", "by-hand");

    String thread = view.recent().get(0).thread().value();
    assertThat(create.outLines()).as(create.err()).singleElement().asString().contains(" at 20");
    assertThat(pause.outLines()).as(pause.err()).containsExactly("Schedule by-hand is paused.");
    assertThat(trigger.exitCode()).as(trigger.err()).isZero();
    assertThat(list.out())
        .as(list.err())
        .contains("by-hand", "chain", "every 25920000s", "paused", "the model is down");
    assertThat(show.out()).as(show.err()).contains(thread, view.recent().get(0).runId());
    assertThat(json.out()).contains("\"overlap\":\"allow_all\"", thread, "\"paused\":true");
    assertThat(unpause.exitCode()).as(unpause.err()).isZero();
    assertThat(delete.exitCode()).as(delete.err()).isZero();
    assertThat(gone.errLines()).singleElement().asString().contains("by-hand", "does not exist");
    assertThat(
            house
                .runtime()
                .run(view.recent().get(0).thread(), view.recent().get(0).runId())
                .await(LONGEST)
                .error())
        .isEmpty();
  }

  @Test
  void shouldSayThatAScheduleIsPausedFromTheBeginning() {
    CommandRun create =
        evergraph("create", "at-rest", "--graph", "chain", "--every", "300d", "--paused");
    CommandRun delete = evergraph("delete", "at-rest");

    assertThat(create.outLines()).as(create.err()).containsExactly("Schedule at-rest is paused.");
    assertThat(delete.exitCode()).as(delete.err()).isZero();
  }

  @Test
  void shouldSayWhatIsMissing() {
    says("--every", "create", "x", "--graph", "chain");
    says("--every", "create", "x", "--graph", "chain", "--every", "1h", "--cron", "@daily");
    says("--time-zone", "create", "x", "--graph", "chain", "--cron", "@daily", "--time-zone", "M");
    says("--offset", "create", "x", "--graph", "chain", "--cron", "@daily", "--offset", "10m");
    says("--time-zone", "create", "x", "--graph", "chain", "--every", "1h", "--time-zone", "UTC");
    says("--until", "create", "x", "--graph", "chain", "--cron", "@daily", "--until", "never");
    says("30s", "create", "x", "--graph", "chain", "--every", "soon");
    says("nowhere", "create", "x", "--graph", "nowhere", "--every", "1h");
  }

  private static void says(String text, String... words) {
    CommandRun run = evergraph(words);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).singleElement().asString().contains(text);
  }
}
