package io.evergraph.llm.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a provider wants to be asked again. */
class RetryHintTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2024-05-15T12:00:00Z"), ZoneOffset.UTC);

  @Test
  void shouldReadSecondsMillisecondsAndMoments() {
    assertThat(hint("retry-after", "20")).contains(Duration.ofSeconds(20));
    assertThat(hint("Retry-After", " 0.5 ")).contains(Duration.ofMillis(500));
    assertThat(hint("retry-after-ms", "1500")).contains(Duration.ofMillis(1500));
    assertThat(hint("retry-after", "Wed, 15 May 2024 12:00:30 GMT"))
        .contains(Duration.ofSeconds(30));
  }

  @Test
  void shouldLeaveTheNodesOwnPauseWhenThereIsNoUsableHint() {
    assertThat(hint("x-other", "20")).isEmpty();
    assertThat(hint("retry-after", "soon")).isEmpty();
    assertThat(hint("retry-after", "-3")).isEmpty();
    assertThat(hint("retry-after", "Wed, 15 May 2024 11:59:00 GMT")).isEmpty();
  }

  private static Optional<Duration> hint(String name, String value) {
    HttpHeaders headers = HttpHeaders.of(Map.of(name, List.of(value)), (header, content) -> true);
    return RetryHint.in(headers, NOON);
  }
}
