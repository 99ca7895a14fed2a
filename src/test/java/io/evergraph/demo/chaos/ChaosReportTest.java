package io.evergraph.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.demo.airline.ReplayJournal.Call;
import io.evergraph.demo.airline.ReplayJournal.ModelCall;
import io.evergraph.demo.airline.ReplayJournal.Origin;
import io.evergraph.demo.airline.ReplayResult;
import io.evergraph.demo.chaos.Fault.Outage;
import io.evergraph.demo.chaos.Fault.StoreOutage;
import io.evergraph.demo.chaos.Fault.WorkerKill;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChaosReportTest {
  private static final ChaosPlan PLAN =
      new ChaosPlan(
          3,
          16,
          1,
          Duration.ofSeconds(5),
          Integer.MAX_VALUE,
          1,
          0,
          Duration.ofMillis(500),
          Duration.ofMinutes(20));
  private static final HistoryAudit HISTORIES = new HistoryAudit(1, 1, 0, 0, List.of());

  private static Instant second(int number) {
    return Instant.ofEpochSecond(1_000 + number);
  }

  private static ReplayResult result(@Nullable String mismatch) {
    return new ReplayResult("c", mismatch, 3, 3, 0, Duration.ofSeconds(20));
  }

  private static Call model(int at, long process, int position) {
    return model("c", at, process, position);
  }

  private static Call model(String conversation, int at, long process, int position) {
    return new ModelCall(
        conversation, position, false, new Origin(second(at), process, conversation + position));
  }

  /** A worker is killed while it holds the second answer, and the server later. */
  private static ChaosReport report(
      @Nullable String mismatch, HistoryAudit histories, List<Fault> faults) {
    return report(mismatch, histories, faults, 9);
  }

  private static ChaosReport report(
      @Nullable String mismatch, HistoryAudit histories, List<Fault> faults, int takenUp) {
    return report(
        mismatch,
        histories,
        faults,
        List.of(
            model(1, 11, 1), model(2, 11, 3), model(takenUp, 12, 3), model(takenUp + 5, 12, 5)));
  }

  private static ChaosReport report(
      @Nullable String mismatch, HistoryAudit histories, List<Fault> faults, List<Call> calls) {
    return new ChaosReport(
        PLAN, List.of(result(mismatch)), faults, calls, histories, null, 0, second(0), second(40));
  }

  private static List<Fault> both() {
    return List.of(new WorkerKill(second(3), 11), new Outage(second(10), second(12)));
  }

  @Test
  void shouldBeGoodWhenAllCameOutAsRecordedAndEveryRepetitionHasACause() {
    ChaosReport report = report(null, HISTORIES, both());

    assertThat(report.isGood()).as(report.toText()).isTrue();
    assertThat(report.toText())
        .contains("1 passed, 0 failed", "1 of them second calls", "passed: nobody could notice")
        .contains("3.0 s: worker 11", "10.0 s: the server, which answered again after 2.0 s")
        .contains("1, p50 6.0 s, p99 6.0 s, longest 6.0 s")
        .contains("after kills of the server: 1, p50 4.0 s");
  }

  @Test
  void shouldBeBadWhenAConversationDiffers() {
    ChaosReport report = report("message 3: expected …", HISTORIES, both());

    assertThat(report.isGood()).isFalse();
    assertThat(report.toText()).contains("0 passed, 1 failed", "message 3", "FAILED");
  }

  @Test
  void shouldBeBadWhenTheInterpreterStumbled() {
    HistoryAudit fault = new HistoryAudit(1, 1, 0, 0, List.of("thread t: a workflow task failed"));

    assertThat(report(null, fault, both()).violations())
        .containsExactly("thread t: a workflow task failed");
  }

  @Test
  void shouldBeBadWhenATaskIsTakenUpLaterThanThreeSecondsAfterItsWorkerCountsAsLost() {
    List<Fault> kills = List.of(new WorkerKill(second(3), 11), new Outage(second(30), second(31)));

    assertThat(report(null, HISTORIES, kills, 16).isGood()).isTrue();
    assertThat(report(null, HISTORIES, kills, 17).violations())
        .containsExactly(
            "c, message 3, model: taken up again 14.0 s after the kill of its worker, not within"
                + " 13.0 s");
  }

  @Test
  void shouldAllowALaterTakeUpWhenAnotherKillCameBetween() {
    assertThat(report(null, HISTORIES, both(), 17).isGood()).isTrue();
  }

  @Test
  void shouldBeBadWhenManyTasksAreTakenUpAndAllAfterAnotherKill() {
    List<Call> calls =
        IntStream.rangeClosed(1, 20)
            .mapToObj(number -> "c" + number)
            .flatMap(name -> Stream.of(model(name, 2, 11, 1), model(name, 17, 12, 1)))
            .toList();

    assertThat(report(null, HISTORIES, both(), calls).violations())
        .containsExactly(
            "each of the 20 tasks that killed workers held was taken up after another kill, so that"
                + " nothing shows how long that takes: kill less often");
    assertThat(report(null, HISTORIES, both(), calls.subList(0, 38)).isGood()).isTrue();
  }

  @Test
  void shouldNotExcuseALaterTakeUpByAStoreThatWasAway() {
    List<Fault> kills =
        List.of(
            new WorkerKill(second(3), 11),
            new StoreOutage("Redis", second(5), second(9)),
            new Outage(second(30), second(31)));

    assertThat(report(null, HISTORIES, kills, 16).isGood()).isTrue();
    assertThat(report(null, HISTORIES, kills, 16).storeKills()).isEqualTo(1);
    assertThat(report(null, HISTORIES, kills, 17).violations())
        .singleElement()
        .asString()
        .contains("taken up again 14.0 s after the kill of its worker");
  }

  @Test
  void shouldBeBadWhenAStoreLacksAThreadOrATaskEndedOtherwise() {
    StoreReport stores =
        new StoreReport(
            new SavedAudit(2, Duration.ofSeconds(1), List.of("thread t: part 2 was not saved")),
            new TaskLoad.Outcome(5, 1, List.of("task-3-: is FAILED")));
    ChaosReport report =
        new ChaosReport(
            PLAN,
            List.of(result(null)),
            both(),
            List.of(),
            HISTORIES,
            stores,
            0,
            second(0),
            second(40));

    assertThat(report.violations())
        .containsExactly("thread t: part 2 was not saved", "task-3-: is FAILED");
    assertThat(report.toText()).contains("1 of 2 whole", "5 admitted, 4 finished as expected");
  }

  @Test
  void shouldBeBadWhenLessWasKilledThanWasAskedFor() {
    ChaosReport noServer = report(null, HISTORIES, List.of(new WorkerKill(second(3), 11)));
    assertThat(noServer.violations()).containsExactly("the server was killed 0 times instead of 1");

    ChaosReport nothing = report(null, HISTORIES, List.of());
    assertThat(nothing.violations()).hasSize(3).anyMatch(it -> it.contains("no worker was killed"));
  }

  @Test
  void shouldBeReadableByPrograms() throws Exception {
    JsonNode json = new ObjectMapper().readTree(report(null, HISTORIES, both()).toJson());

    assertThat(json.get("good").booleanValue()).isTrue();
    assertThat(json.get("recovery").get("p99_ms").longValue()).isEqualTo(6_000);
    assertThat(json.get("second_calls")).hasSize(1);
    assertThat(json.get("violations")).isEmpty();
  }
}
