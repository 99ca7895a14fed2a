package io.evergraph.runtime.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ThreadDriverTest {
  private record Input(String id, boolean hasItsTurn) implements ThreadDriver.Message {
    @Override
    public boolean isReady(Supplier<ThreadStatus> status) {
      return hasItsTurn;
    }
  }

  /** A thread on which nothing runs has neither news nor reducers. */
  private static final ThreadDriver.Port NO_RUNTIME =
      new ThreadDriver.Port() {
        @Override
        public void moved(ThreadProgress progress, List<RunEvent> news) {
          throw new AssertionError("Expected no news but found " + news);
        }

        @Override
        public ReducerDeadline reducers() {
          throw new AssertionError("Expected that no reducer works.");
        }
      };

  @Test
  void shouldTellAMessageWhoseTurnHasComeWhatWaitsBeforeItAndNotBehindIt() {
    ThreadDriver<Input> driver =
        new ThreadDriver<>(
            ThreadId.of("t"), Map.of(), Instant.EPOCH, () -> Instant.EPOCH, NO_RUNTIME);
    Input first = new Input("first", false);
    Input second = new Input("second", true);
    Input third = new Input("third", false);
    Input fourth = new Input("fourth", true);
    List.of(first, second, third, fourth).forEach(driver::add);
    Map<Input, List<Input>> applied = new LinkedHashMap<>();

    driver.drain(applied::put);

    assertThat(applied).isEqualTo(Map.of(second, List.of(first), fourth, List.of(first, third)));
    assertThat(driver.waiting()).containsExactly(first, third);
  }
}
