package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.redis.RedisAdmissionLimits;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisAdmissionLimitsTest extends AdmissionLimitsContract {
  private static OwnRedis server;
  private static RedisAdmissionLimits limits;
  private static RedisAdmissionLimits elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = OwnRedis.start();
    limits = RedisAdmissionLimits.open(server.url(), CLOCK);
    elsewhere = RedisAdmissionLimits.open(server.url(), CLOCK);
  }

  @AfterAll
  static void stopServer() throws IOException {
    limits.close();
    elsewhere.close();
    server.close();
  }

  @Override
  AdmissionLimits limits() {
    return limits;
  }

  @Override
  AdmissionLimits elsewhere() {
    return elsewhere;
  }

  @Test
  void shouldSayThatTheServerIsGone() throws IOException {
    OwnRedis other = OwnRedis.start();
    try (RedisAdmissionLimits left = RedisAdmissionLimits.open(other.url())) {
      other.close();

      assertThatThrownBy(() -> left.take("k", 1, Duration.ofMinutes(1)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> left.enter(List.of(), Duration.ofMinutes(1), Duration.ZERO))
          .isInstanceOf(StoreUnavailableException.class);
    }
    assertThatThrownBy(() -> RedisAdmissionLimits.open(other.url()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a server that can be reached");
  }
}
