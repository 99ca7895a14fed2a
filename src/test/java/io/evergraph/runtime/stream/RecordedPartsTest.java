package io.evergraph.runtime.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.Emitted;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RecordedPartsTest {
  private static final int LEVELS = 64;

  @Test
  @Timeout(60)
  void shouldTellWhatIsOfAnotherRunThoughItStandsDeepInside() {
    String namespace =
        IntStream.range(0, LEVELS)
            .mapToObj(level -> "node:task" + level)
            .collect(Collectors.joining("|"));
    Emitted foreign =
        new Emitted(
            "t",
            "other",
            namespace,
            0,
            1,
            "task",
            "n",
            1,
            1,
            Instant.EPOCH,
            new Emission.Custom(1));
    StreamOptions options = StreamOptions.of(StreamMode.values());
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      ThreadValues values = new ThreadValues(runtime, ThreadId.of("t"), options, null);
      RecordedParts parts = new RecordedParts(values, "run", options, new SeenMessages());

      assertThat(parts.isOfRun(foreign)).isFalse();
    }
  }
}
