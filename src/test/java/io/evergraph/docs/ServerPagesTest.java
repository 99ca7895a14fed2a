package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.ScheduleView.Firing;
import io.evergraph.runtime.Schedules;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.testkit.ScriptedModel;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the README and the page on schedules say of a Temporal server. */
@Tag("real")
class ServerPagesTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @Test
  void shouldRunTheExampleOfTheReadmeOnAServer() {
    assertThat(RefundExample.refundOn(RealTemporal.address()).status())
        .isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldLeaveAScheduleAsItIsWhenTheApplicationStartsAgain() {
    try (TemporalHouse house = TemporalHouse.real("again", support())) {
      Schedules schedules = house.runtime().schedules();
      Schedule wanted = SchedulesExample.mornings();
      ScheduleView first = SchedulesExample.createOrChange(schedules, wanted);
      schedules.pause(wanted.id(), "holidays");

      ScheduleView second = SchedulesExample.createOrChange(schedules, wanted);

      schedules.delete(wanted.id());
      assertThat(first.schedule().paused()).isFalse();
      assertThat(second.schedule().paused()).isTrue();
    }
  }

  /** No tenant is named, so that the node 'llm' fails. */
  @Test
  void shouldEndARunWhoseTaskHasFailedOrParkItAsTheScheduleSays() throws Exception {
    try (TemporalHouse house = TemporalHouse.real("failing", support())) {
      Schedule parking = SchedulesExample.mornings();
      RunOptions park = RunOptions.builder().onFailure(parking.options().onFailure()).build();

      assertThat(statusOf(house, "parks", park)).isEqualTo(RunStatus.PARKED);
      assertThat(statusOf(house, "fails", RunOptions.defaults())).isEqualTo(RunStatus.FAILED);
      assertThat(parking.options().context()).isEqualTo(Map.of("tenant", "acme"));
    }
  }

  private static RunStatus statusOf(TemporalHouse house, String id, RunOptions options)
      throws Exception {
    Schedule known = SchedulesExample.mornings();
    Schedule schedule =
        Schedule.of(id, known.graph(), known.timing())
            .withInput(known.input())
            .withOptions(options);
    Schedules schedules = house.runtime().schedules();
    assertThat(schedules.create(schedule).begun()).isZero();
    schedules.trigger(id);
    Firing run =
        Awaitility.await()
            .atMost(LONGEST)
            .until(() -> schedules.get(id), it -> !it.recent().isEmpty())
            .recent()
            .get(0);
    schedules.delete(id);
    return house.runtime().run(run.thread(), run.runId()).await(LONGEST).status();
  }

  private static Graph support() {
    return AgentExample.support(ScriptedModel.says(), new LocalBudgetLedger());
  }
}
