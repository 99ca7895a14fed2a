package io.evergraph.backend.redis;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** What all who use a Redis server do alike. */
final class RedisServer {
  /** How long those wait for a reply whose callers wait for them. */
  static final Duration LONGEST_REPLY = Duration.ofSeconds(5);

  private static final String READABLE =
      "a URL such as redis://host:6379 or rediss://user:password@host:6379, its password"
          + " percent-encoded,";

  private RedisServer() {}

  /**
   * Returns a client whose calls are refused at once while the server is away.
   *
   * @param longestReply after this time a server counts as away
   * @throws InvalidInputException when the URL cannot be read
   */
  static RedisClient impatient(String url, Duration longestReply) {
    RedisURI uri = read(url);
    if (uri.getTimeout().equals(RedisURI.DEFAULT_TIMEOUT_DURATION)) { // the url names none
      uri.setTimeout(longestReply);
    }
    RedisClient client = RedisClient.create(uri);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    return client;
  }

  /** The cause is left out, since it shows the URL with its password. */
  private static RedisURI read(String url) {
    try {
      return RedisURI.create(url);
    } catch (IllegalArgumentException unreadable) {
      throw new InvalidInputException("the URL of a Redis", READABLE, "one that cannot be read");
    }
  }

  /**
   * Opens something with a client of its own, which it closes.
   *
   * @param subject whose server it is
   * @throws InvalidInputException when the server cannot be reached
   */
  static <T> T open(RedisClient client, String subject, Function<RedisClient, T> opening) {
    try {
      return opening.apply(client);
    } catch (RedisException failure) {
      client.shutdown();
      throw new InvalidInputException(
              "the Redis of " + subject,
              "a server that can be reached",
              String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }

  /**
   * Asks the server.
   *
   * @param subject what it is asked for
   * @throws StoreUnavailableException when it does not answer
   */
  static <T> T ask(String subject, Supplier<T> action) {
    try {
      return action.get();
    } catch (RedisException failure) {
      throw new StoreUnavailableException(subject, String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }
}
