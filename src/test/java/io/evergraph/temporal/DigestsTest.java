package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.temporal.protocol.StateLineage;
import org.junit.jupiter.api.Test;

class DigestsTest {
  private static StateLineage led(String... contents) {
    StateLineage digests = new StateLineage(0);
    for (int number = 1; number <= contents.length; number++) {
      digests.add("task-" + number, contents[number - 1]);
      digests.reached(number, any -> true);
    }
    return digests;
  }

  @Test
  void shouldBeTheSameWhereTheSameCausesCameInTheSameOrder() {
    assertThat(led("a", "b").of(2)).isEqualTo(led("a", "b", "c").of(2)).hasSize(6);
  }

  @Test
  void shouldDifferAtACheckpointWhereOneOfTheCausesBeforeItDiffers() {
    assertThat(led("a", "b").of(2)).isNotEqualTo(led("x", "b").of(2));
    assertThat(led("a", "b").of(2)).isNotEqualTo(led("b", "a").of(2));
    assertThat(led("a", "b").of(1)).isEqualTo(led("a", "x").of(1));
  }

  @Test
  void shouldDifferBetweenCheckpointsOfOneTransition() {
    StateLineage digests = new StateLineage(0);
    digests.add("task", "result");

    digests.reached(2, any -> true);

    assertThat(digests.of(1)).isNotEqualTo(digests.of(2));
  }

  @Test
  void shouldStandForTheBeginningUpToTheCheckpointThatTheRunBeganWith() {
    StateLineage digests = new StateLineage(7);
    digests.add("task", "result");
    digests.reached(8, any -> true);

    assertThat(digests.of(7)).isEqualTo(StateLineage.OF_BEGINNING);
    assertThat(digests.of(8)).isNotEqualTo(StateLineage.OF_BEGINNING);
  }

  @Test
  void shouldForgetWhatIsNotKeptOnceThatIsMuch() {
    StateLineage digests = new StateLineage(0);

    digests.reached(5_000, number -> number > 4_000);

    assertThat(digests.of(4_000)).isEqualTo(StateLineage.OF_BEGINNING);
    assertThat(digests.of(4_001)).isNotEqualTo(StateLineage.OF_BEGINNING);
  }
}
