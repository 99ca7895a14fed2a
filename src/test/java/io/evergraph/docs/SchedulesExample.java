package io.evergraph.docs;

import io.evergraph.agent.ReactAgent;
import io.evergraph.error.ScheduleExistsException;
import io.evergraph.graph.OnFailure;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.Schedule.Overlap;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.Schedules;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;

/** The example of the page on schedules. */
final class SchedulesExample {
  private static final Channel<String> REGION = Channel.of("region", String.class);

  // begin create
  static ScheduleView nightly(GraphRuntime runtime) {
    ScheduleTiming weekdays = ScheduleTiming.cron("0 3 * * MON-FRI", ZoneId.of("Europe/Berlin"));
    return runtime
        .schedules()
        .create(
            Schedule.of("nightly", "report", weekdays)
                .withInput(StateUpdate.of(REGION, "north"))
                .withOptions(RunOptions.builder().context(Map.of("user", "Ada")).build())
                .withOverlap(Overlap.BUFFER_ONE)
                .withCatchUp(Duration.ofHours(2)));
  }

  // end create

  // begin agent
  static Schedule mornings() {
    ScheduleTiming weekdays = ScheduleTiming.cron("0 8 * * MON-FRI", ZoneId.of("Europe/Berlin"));
    RunOptions options =
        RunOptions.builder().context(Map.of("tenant", "acme")).onFailure(OnFailure.PARK).build();
    return Schedule.of("mornings", "support", weekdays)
        .withInput(StateUpdate.of(ReactAgent.MESSAGES, Message.user("Which orders are late?")))
        .withOptions(options);
  }

  // end agent

  // begin spring
  @Bean
  ApplicationRunner schedules(GraphRuntime runtime) {
    return arguments -> createOrChange(runtime.schedules(), mornings());
  }

  static ScheduleView createOrChange(Schedules schedules, Schedule wanted) {
    try {
      return schedules.create(wanted);
    } catch (ScheduleExistsException known) {
      return schedules.change(wanted.id(), it -> wanted.withPaused(it.paused())); // a pause stays
    }
  }
  // end spring
}
