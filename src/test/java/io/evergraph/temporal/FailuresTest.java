package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.temporal.protocol.Failures;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private static final DataConverter WIRE = DefaultDataConverter.newDefaultInstance();
  private static final Task TASK =
      new Task("task-1", "", "pay", 0, new Trigger.Edges(), 1, 1, Map.of());

  @Test
  void shouldTakeAFailureInOtherPeoplesWordsForTheFailureOfTheTask() {
    RuntimeException foreign =
        WIRE.failureToException(
            WIRE.exceptionToFailure(
                ApplicationFailure.newNonRetryableFailure("by hand", "Mine", List.of(1, 2))));

    TaskResult.Failed failed = Failures.ofTask(TASK, foreign);

    assertThat(failed.taskId()).isEqualTo("task-1");
    assertThat(failed.type()).isEqualTo("Mine");
    assertThat(failed.message()).isEqualTo("by hand");
  }

  @Test
  void shouldNameWhatHasNoFormOfItsOwn() {
    TaskResult.Failed failed = Failures.ofTask(TASK, new IllegalStateException("odd"));

    assertThat(failed.type()).isEqualTo("java.lang.IllegalStateException");
    assertThat(failed.message()).isEqualTo("odd");
  }
}
