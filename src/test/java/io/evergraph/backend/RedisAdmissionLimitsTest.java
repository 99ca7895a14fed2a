package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.redis.RedisAdmissionLimits;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisAdmissionLimitsTest extends AdmissionLimitsContract {
  private static final Pattern COMMAND = Pattern.compile("calls=(\\d+)");

  private static OwnRedis server;
  private static RedisClient watcher;
  private static StatefulRedisConnection<String, String> watch;
  private static RedisAdmissionLimits limits;
  private static RedisAdmissionLimits elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = OwnRedis.start();
    watcher = RedisClient.create(server.url());
    watch = watcher.connect();
    limits = RedisAdmissionLimits.open(server.url(), CLOCK);
    elsewhere = RedisAdmissionLimits.open(server.url(), CLOCK);
  }

  @AfterAll
  static void stopServer() throws IOException {
    limits.close();
    elsewhere.close();
    watcher.shutdown();
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

  /** Returns how many commands were called, by scripts too. */
  @Override
  long work() {
    return COMMAND
        .matcher(watch.sync().info("commandstats"))
        .results()
        .mapToLong(it -> Long.parseLong(it.group(1)))
        .sum();
  }

  @Override
  long mostWork(int waiting) {
    return 4L * waiting + 50;
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
