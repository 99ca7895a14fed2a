package io.evergraph.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.demo.airline.ReplayJournal.Call;
import io.evergraph.demo.airline.ReplayJournal.ModelCall;
import io.evergraph.demo.airline.ReplayJournal.Origin;
import io.evergraph.demo.airline.ReplayJournal.ToolCall;
import io.evergraph.demo.chaos.CallAudit.SecondCall;
import io.evergraph.demo.chaos.Fault.Outage;
import io.evergraph.demo.chaos.Fault.StoreOutage;
import io.evergraph.demo.chaos.Fault.WorkerKill;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallAuditTest {
  private static final long ALICE = 11;
  private static final long BOB = 12;

  private static Instant second(int number) {
    return Instant.ofEpochSecond(1_000 + number);
  }

  private static Call book(int at, long process, @Nullable String key) {
    return new ToolCall("c", 4, "book", "{}", new Origin(second(at), process, key));
  }

  private static Call model(int at, int position) {
    Origin origin = new Origin(second(at), BOB, "model-" + position);
    return new ModelCall("c", position, false, origin);
  }

  private static CallAudit audit(List<Call> calls, Fault... faults) {
    return new CallAudit(calls, List.of(faults));
  }

  @Test
  void shouldFindNothingWhereEveryCallHappensOnce() {
    CallAudit audit = audit(List.of(model(1, 3), book(2, ALICE, "k"), model(3, 5)));

    assertThat(audit.secondCalls()).isEmpty();
    assertThat(audit.violations()).isEmpty();
  }

  @Test
  void shouldAcceptASecondCallWhenTheWorkerThatHeldItWasKilled() {
    WorkerKill kill = new WorkerKill(second(3), ALICE);

    CallAudit audit = audit(List.of(book(2, ALICE, "k"), book(9, BOB, "k"), model(10, 5)), kill);

    assertThat(audit.violations()).isEmpty();
    assertThat(audit.secondCalls())
        .hasSize(1)
        .first()
        .extracting(SecondCall::cause)
        .isEqualTo(kill);
    assertThat(audit.secondCalls().get(0).recovery()).hasSeconds(6);
    assertThat(audit.secondCalls().get(0).describe()).contains("book", "worker 11", "by 12");
  }

  @Test
  void shouldReportASecondCallThatNothingExplains() {
    CallAudit audit = audit(List.of(book(2, ALICE, "k"), book(9, BOB, "k")));

    assertThat(audit.secondCalls()).isEmpty();
    assertThat(audit.violations())
        .hasSize(1)
        .first()
        .asString()
        .contains("nothing that was killed");
  }

  @Test
  void shouldReportASecondCallWhenAnotherWorkerWasKilled() {
    CallAudit audit =
        audit(List.of(book(2, ALICE, "k"), book(9, ALICE, "k")), new WorkerKill(second(3), BOB));

    assertThat(audit.violations()).hasSize(1);
  }

  @Test
  void shouldReportASecondCallWhenTheWorkerWasKilledAfterIt() {
    CallAudit audit =
        audit(List.of(book(2, ALICE, "k"), book(3, BOB, "k")), new WorkerKill(second(4), ALICE));

    assertThat(audit.violations()).hasSize(1);
  }

  @Test
  void shouldReportASecondCallWhenTheThreadHadGoneOnBeforeTheKill() {
    CallAudit audit =
        audit(
            List.of(book(2, ALICE, "k"), model(3, 5), book(9, BOB, "k")),
            new WorkerKill(second(4), ALICE));

    assertThat(audit.violations()).hasSize(1);
  }

  @Test
  void shouldAcceptASecondCallWhenTheServerWasAwayForTheResultOfTheFirst() {
    Outage outage = new Outage(second(3), second(6));

    CallAudit audit = audit(List.of(book(2, ALICE, "k"), book(14, BOB, "k")), outage);

    assertThat(audit.violations()).isEmpty();
    assertThat(audit.secondCalls()).extracting(SecondCall::cause).containsExactly(outage);
  }

  @Test
  void shouldReportASecondCallWhenOnlyAStoreWasAway() {
    CallAudit audit =
        audit(
            List.of(book(2, ALICE, "k"), book(14, BOB, "k")),
            new StoreOutage("PostgreSQL", second(1), second(6)));

    assertThat(audit.violations()).hasSize(1);
  }

  @Test
  void shouldReportASecondCallWhenTheServerWasBackBeforeTheFirst() {
    CallAudit audit =
        audit(List.of(book(7, ALICE, "k"), book(14, BOB, "k")), new Outage(second(3), second(6)));

    assertThat(audit.violations()).hasSize(1);
  }

  @Test
  void shouldNameTheWorkerWhenItsKillAndAnOutageExplainACall() {
    WorkerKill kill = new WorkerKill(second(5), ALICE);

    CallAudit audit =
        audit(
            List.of(book(2, ALICE, "k"), book(14, BOB, "k")),
            new Outage(second(3), second(6)),
            kill);

    assertThat(audit.secondCalls()).extracting(SecondCall::cause).containsExactly(kill);
  }

  @Test
  void shouldReportOneCallUnderTwoKeysEvenAfterAKill() {
    CallAudit audit =
        audit(
            List.of(book(2, ALICE, "k"), book(9, BOB, "another")),
            new WorkerKill(second(3), ALICE));

    assertThat(audit.violations()).hasSize(1).first().asString().contains("under 2 keys");
  }

  @Test
  void shouldReportOneKeyForTwoCalls() {
    Call other = new ToolCall("c", 5, "cancel", "{}", new Origin(second(3), ALICE, "k"));

    CallAudit audit = audit(List.of(book(2, ALICE, "k"), other));

    assertThat(audit.violations()).hasSize(1).first().asString().contains("key k");
  }

  @Test
  void shouldReportACallWithoutAKey() {
    CallAudit audit = audit(List.of(book(2, ALICE, null)));

    assertThat(audit.violations()).hasSize(1).first().asString().contains("without a key");
  }
}
