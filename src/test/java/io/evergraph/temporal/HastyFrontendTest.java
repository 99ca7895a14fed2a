package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.StateCodec;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
class HastyFrontendTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  @Test
  void shouldAskAgainWhatTheServerCalledOff() throws Exception {
    try (HastyFrontend frontend = new HastyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address())) {
      RunResult asked =
          house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      house.forgetStates();

      frontend.callOff(1);
      assertThat(house.runtime().snapshot(thread).interrupts()).isEqualTo(asked.interrupts());
      frontend.callOff(2);
      assertThat(house.runtime().stateAt(thread, asked.snapshot().checkpoint()).get(Samples.LOG))
          .isEqualTo(asked.state().get(Samples.LOG));

      assertThat(frontend.left()).isZero();
    }
  }

  private static TemporalHouse house(String target) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(target)
            .taskQueue("hasty-frontend")
            .connectTimeout(Duration.ofSeconds(30))
            .build();
    return TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()));
  }
}
