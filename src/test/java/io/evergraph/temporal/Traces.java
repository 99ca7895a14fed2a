package io.evergraph.temporal;

import io.evergraph.temporal.connection.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.temporal.api.common.v1.WorkflowExecution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Where a text stands in back-ends.
 *
 * @param redis the port of a Redis
 */
record Traces(String text, DataSource database, int redis) {

  /** Returns the tables that hold it, of all that there are. */
  List<String> inDatabase() {
    JdbcClient client = JdbcClient.create(database);
    return client
        .sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        .query(String.class)
        .list()
        .stream()
        .filter(table -> rows(client, table) > 0)
        .toList();
  }

  /** Bytes are looked into by their hex digits. */
  private long rows(JdbcClient client, String table) {
    return client
        .sql(
            "SELECT count(*) FROM \""
                + table
                + "\" r WHERE strpos(r::text, :text) > 0"
                + " OR strpos(r::text, encode(convert_to(:text, 'UTF8'), 'hex')) > 0")
        .param("text", text)
        .query(Long.class)
        .single();
  }

  /** Returns the keys that hold it, whatever their kind. */
  List<String> inRedis() {
    RedisClient client = RedisClient.create("redis://127.0.0.1:" + redis);
    try {
      RedisCommands<String, String> commands = client.connect().sync();
      return commands.keys("*").stream()
          .filter(key -> (key + value(commands, key)).contains(text))
          .toList();
    } finally {
      client.shutdown();
    }
  }

  private static String value(RedisCommands<String, String> commands, String key) {
    return switch (commands.type(key)) {
      case "string" -> commands.get(key);
      case "hash" -> commands.hgetall(key).toString();
      case "zset" -> commands.zrange(key, 0, -1).toString();
      case "stream" ->
          commands.xrange(key, Range.unbounded()).stream()
              .map(it -> it.getBody().toString())
              .toList()
              .toString();
      default -> throw new IllegalStateException("Unknown kind of the key " + key);
    };
  }

  List<Path> inFiles(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found = new ArrayList<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
          found.add(file);
        }
      }
      return found;
    }
  }

  /** Returns the workflows that hold it, of all that the server lists. */
  List<String> inHistories(TemporalConnection connection) {
    return connection
        .client()
        .listExecutions("")
        .map(it -> it.getExecution())
        .filter(it -> history(connection, it).contains(text))
        .map(WorkflowExecution::getWorkflowId)
        .toList();
  }

  private static String history(TemporalConnection connection, WorkflowExecution execution) {
    try {
      return connection
          .client()
          .fetchHistory(execution.getWorkflowId(), execution.getRunId())
          .getHistory()
          .toString();
    } catch (StatusRuntimeException forgotten) {
      return "";
    }
  }
}
