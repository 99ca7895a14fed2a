package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalTaskRecordsTest extends TaskRecordsContract {
  private final TaskRecords records = new LocalTaskRecords();

  @Override
  TaskRecords records() {
    return records;
  }

  @Override
  TaskRecords elsewhere() {
    return records;
  }

  @Test
  void shouldForgetTheOldestThatAreOver() {
    TaskRecords few = new LocalTaskRecords(Clock.systemUTC(), 2);
    for (TaskState state :
        new TaskState[] {TaskState.RUNNING, TaskState.FINISHED, TaskState.FAILED}) {
      few.create(
          new TaskRecord(
              state.name(),
              "a",
              "u",
              "t",
              "r",
              Map.of(),
              Map.of(),
              state,
              null,
              Instant.EPOCH,
              Instant.EPOCH));
    }

    assertThat(few.list(TaskQuery.all()))
        .extracting(TaskRecord::state)
        .containsExactly(TaskState.FAILED, TaskState.RUNNING);
  }
}
