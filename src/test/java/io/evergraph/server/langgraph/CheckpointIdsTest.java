package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.ThreadId;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Checkpoints are known by ids from which their numbers can be read again. */
class CheckpointIdsTest {
  private static final ThreadId THREAD = ThreadId.of("order-7");

  @Test
  void shouldSortAsTheNumbersDoWhenThreadsGrowLong() {
    List<String> ids =
        LongStream.of(1, 2, 4_094, 4_095, 4_096, 4_097, 1L << 32, 1L << 59)
            .mapToObj(number -> CheckpointIds.of(THREAD, number))
            .toList();

    assertThat(ids).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void shouldTellTheNumberWhenTheIdIsOfTheThread() {
    for (long number : new long[] {1, 4_095, 4_096, 123_456_789}) {
      assertThat(CheckpointIds.number(THREAD, CheckpointIds.of(THREAD, number))).isEqualTo(number);
    }
  }

  @Test
  void shouldRefuseWhatTheThreadHasNotGivenOut() {
    String other = CheckpointIds.of(ThreadId.of("order-8"), 1);

    assertThatThrownBy(() -> CheckpointIds.number(THREAD, other))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("an id that thread 'order-7' has given out");
    assertThatThrownBy(() -> CheckpointIds.number(THREAD, "7"))
        .isInstanceOf(InvalidInputException.class);
  }
}
