package io.evergraph.temporal;

import io.evergraph.temporal.LimitedAgent.Bounded;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents that get another worker while they wait for a person. */
@Tag("real")
@Tag("slow")
class RestartedAgentTest {
  private static TemporalHouse house;

  @BeforeAll
  static void openHouse() {
    house = TemporalHouse.real("restarted-agent");
  }

  @AfterAll
  static void closeHouse() {
    house.close();
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountATurnOverWorkersBetweenApprovals(Bounded bounded) {
    new LimitedAgent(house.runtime()).assertCounts(bounded, "turn", house::replaceWorker);
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountAThreadOverWorkersBetweenApprovals(Bounded bounded) {
    new LimitedAgent(house.runtime()).assertCounts(bounded, "thread", house::replaceWorker);
  }

  @Test
  void shouldKeepWhatIsAllowedOfATool() {
    new LimitedAgent(house.runtime()).assertKeepsWhatIsAllowed(house::replaceWorker);
  }
}
