package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.RuntimeInfo.Durability;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeInfoTest {
  @ParameterizedTest
  @CsvSource({
    "memory, postgresql, true",
    "memory, redis, true",
    "memory, memory, false",
    "memory, , false",
    "temporal, postgresql, false"
  })
  void shouldSayWhetherAnotherProcessGoesOnWithThreads(String kind, String store, boolean isSaved) {
    Map<String, String> details = store == null ? Map.of() : Map.of(RuntimeInfo.CHECKPOINTS, store);

    assertThat(new RuntimeInfo(kind, Durability.LOST_WITH_PROCESS, 1, details).isSaved())
        .isEqualTo(isSaved);
  }
}
