package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.backend.redis.RedisNodeCache;
import io.evergraph.backend.redis.RedisStore;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * This release reads the keys that earlier ones wrote into Redis: a file is kept of each form, the
 * commands that make them. With {@code -Dformat.record=true} the newest is written anew, before it
 * is released.
 */
@Tag("real")
class KeptKeysTest {
  private static final Path FILES = Path.of("src/test/resources/kept-rows");
  private static final Path NEWEST = FILES.resolve("redis-1.txt");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static List<Path> files() throws IOException {
    if (Boolean.getBoolean("format.record")) {
      try (OwnRedis redis = OwnRedis.start()) {
        record(redis.url());
      }
    }
    try (Stream<Path> files = Files.list(FILES)) {
      return files.filter(file -> file.getFileName().toString().startsWith("redis-")).toList();
    }
  }

  private static void record(String url) throws IOException {
    try (RedisCheckpointStore checkpoints = RedisCheckpointStore.open(url);
        RedisStore store = RedisStore.open(url);
        RedisNodeCache cache = RedisNodeCache.open(url);
        RedisEventBus bus = RedisEventBus.open(url)) {
      KeptRecords.write(checkpoints);
      KeptRecords.write(store);
      KeptRecords.write(cache);
      KeptRecords.write(bus);
    }
    RedisClient client = RedisClient.create(url);
    try {
      RedisCommands<String, String> commands = client.connect().sync();
      List<String> lines = new ArrayList<>();
      for (String key : commands.keys("*").stream().sorted().toList()) {
        for (List<String> command : commands(commands, key)) {
          lines.add(JSON.writeValueAsString(command));
        }
      }
      Files.createDirectories(FILES);
      Files.write(NEWEST, lines);
    } finally {
      client.shutdown();
    }
  }

  /** Returns the commands that make a key as it is; what expires is made to last. */
  private static List<List<String>> commands(RedisCommands<String, String> redis, String key) {
    return switch (redis.type(key)) {
      case "string" -> List.of(List.of("SET", key, redis.get(key)));
      case "hash" ->
          redis.hgetall(key).entrySet().stream()
              .map(field -> List.of("HSET", key, field.getKey(), field.getValue()))
              .toList();
      case "zset" ->
          redis.zrangeWithScores(key, 0, -1).stream()
              .map(it -> List.of("ZADD", key, "" + (long) it.getScore(), it.getValue()))
              .toList();
      case "stream" ->
          redis.xrange(key, Range.unbounded()).stream()
              .map(
                  it -> {
                    List<String> words = new ArrayList<>(List.of("XADD", key, it.getId()));
                    it.getBody().forEach((field, value) -> words.addAll(List.of(field, value)));
                    return words;
                  })
              .toList();
      default -> throw new IllegalStateException("Unknown kind of the key " + key);
    };
  }

  private static void load(Path file, String url) throws IOException {
    RedisClient client = RedisClient.create(url);
    try {
      RedisCommands<String, String> commands = client.connect().sync();
      for (String line : Files.readAllLines(file)) {
        String[] words = JSON.readValue(line, String[].class);
        CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
        Stream.of(words).skip(1).forEach(arguments::add);
        assertThat(
                commands.dispatch(
                    CommandType.valueOf(words[0]), new ArrayOutput<>(StringCodec.UTF8), arguments))
            .hasSize(1);
      }
    } finally {
      client.shutdown();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldReadWhatAnEarlierReleaseWrote(Path file) throws Exception {
    try (OwnRedis redis = OwnRedis.start()) {
      load(file, redis.url());
      try (RedisCheckpointStore checkpoints = RedisCheckpointStore.open(redis.url());
          RedisStore store = RedisStore.open(redis.url());
          RedisNodeCache cache = RedisNodeCache.open(redis.url());
          RedisEventBus bus = RedisEventBus.open(redis.url())) {
        KeptRecords.read(checkpoints);
        KeptRecords.read(store);
        KeptRecords.read(cache);
        KeptRecords.read(bus);
      }
    }
  }
}
