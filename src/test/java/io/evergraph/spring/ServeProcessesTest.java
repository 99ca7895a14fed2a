package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.backend.OwnRedis;
import io.evergraph.temporal.RealTemporal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes that serve one application, of which one is killed while an agent speaks. */
@Tag("real")
@Tag("slow")
class ServeProcessesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofMinutes(4);
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int BEFORE = 20;
  private static final int DURING = 200;
  private static final int IN_ALL = 220;
  private static final String REQUEST =
      "{\"assistant_id\":\"speaker\",\"input\":{},\"metadata\":{\"why\":\"test\"},"
          + "\"multitask_strategy\":\"reject\",\"stream_mode\":[\"messages-tuple\"]}";

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private EmbeddedPostgres postgres;
  private OwnRedis redis;

  @BeforeEach
  void startProcesses() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
    redis = OwnRedis.start();
    Map<String, String> urls =
        Map.of("redis", redis.url(), "jdbc", postgres.getJdbcUrl("postgres", "postgres"));
    allow(BEFORE);
    for (String name : NAMES) {
      processes.put(name, ServeProcess.start(name, RealTemporal.address(), urls, folder));
    }
    NAMES.forEach(name -> awaitTrue(() -> Files.exists(folder.resolve(name))));
  }

  @AfterEach
  void stopProcesses() throws Exception {
    for (Process process : processes.values()) {
      process.destroyForcibly().waitFor();
    }
    redis.close();
    postgres.close();
  }

  /** Lets the agents say so many words in all. */
  private void allow(int words) throws IOException {
    ServeProcess.write(folder.resolve(ServeProcess.WORDS), "" + words);
  }

  private static void awaitTrue(Callable<Boolean> condition) {
    await().atMost(LONGEST).until(condition);
  }

  private String server(String name, String kind) {
    String ports = read(name);
    return "http://127.0.0.1:" + ports.split(" ")[ServeProcess.KINDS.indexOf(kind)];
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException missing) {
      throw new AssertionError(missing);
    }
  }

  /** Sends a request, again where a busy machine had no answer in time: it has the same key. */
  private JsonNode send(HttpRequest.Builder request) throws Exception {
    HttpRequest sent = request.timeout(LONGEST).build();
    HttpResponse<String> response =
        await()
            .atMost(LONGEST)
            .until(() -> client.send(sent, BodyHandlers.ofString()), it -> it.statusCode() != 503);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private JsonNode get(String url) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url)));
  }

  private JsonNode post(String url, String key, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }

  /** A run of one kind of what is shared, and those who read it. */
  private final class Spoken {
    private final String kind;
    private final String thread;
    private final String run;
    private final Map<String, FrameReader> readers = new LinkedHashMap<>();

    Spoken(String kind) throws Exception {
      this.kind = kind;
      this.thread =
          "/threads/" + post(server("a", kind) + "/threads", key(), "{}").get("thread_id").asText();
      this.run = thread + "/runs/" + begin("a");
      NAMES.forEach(name -> readers.put(name, reader(name)));
    }

    private String key() {
      return kind + " " + folder;
    }

    private String begin(String name) throws Exception {
      return post(server(name, kind) + thread + "/runs", key(), REQUEST).get("run_id").asText();
    }

    private FrameReader reader(String name) {
      return new FrameReader(run + "/stream").readFrom(server(name, kind));
    }

    long speaker() {
      awaitTrue(() -> Files.exists(folder.resolve(ServeProcess.SPEAKER + kind)));
      return Long.parseLong(read(ServeProcess.SPEAKER + kind));
    }

    /** Every process knows the back-ends, the run and the key that it was begun with. */
    void requireKnown() throws Exception {
      for (String name : NAMES) {
        JsonNode info = get(server(name, kind) + "/info");
        assertThat(info.get("runtime").get("emissions").asText()).isEqualTo("workers");
        assertThat(JSON.convertValue(info.get("backends"), Map.class)).isEqualTo(backEnds(kind));
        JsonNode known = get(server(name, kind) + run);
        assertThat(known.get("metadata")).isEqualTo(JSON.readTree("{\"why\":\"test\"}"));
        assertThat(known.get("multitask_strategy").asText()).isEqualTo("reject");
        assertThat(run).endsWith(begin(name));
      }
    }

    void awaitRead(int words) {
      readers.values().forEach(it -> awaitTrue(() -> it.pieces().size() >= words));
    }

    /** The reader of a killed process goes on with another one; somebody else comes late. */
    void goOnWithout(String killed, String other) {
      FrameReader reader = readers.get(killed);
      awaitTrue(reader::isOver);
      assertThat(reader.isBroken()).isTrue();
      readers.put(killed, reader.readFrom(server(other, kind)));
      readers.put("late", reader(other));
    }

    void requireAllReadOnce(String alive) throws Exception {
      for (FrameReader reader : readers.values()) {
        awaitTrue(reader::isOver);
        assertThat(reader.isBroken()).isFalse();
      }
      JsonNode chat = get(server(alive, kind) + thread + "/state").get("values").get("chat");
      String text = chat.get(0).get("content").asText();
      assertThat(text).startsWith("0 1 2 ").endsWith((IN_ALL - 1) + " ");
      readers.forEach(
          (name, reader) -> {
            assertThat(reader.ids()).as(kind + " " + name).doesNotHaveDuplicates();
            assertThat(String.join("", reader.pieces())).as(kind + " " + name).isEqualTo(text);
          });
    }
  }

  private static Map<String, String> backEnds(String kind) {
    boolean inRedis = kind.equals("redis");
    return Map.of(
        "runs",
        "temporal",
        "idempotency_keys",
        "temporal",
        "checkpoints",
        inRedis ? "redis" : "postgresql",
        "emissions",
        kind,
        "cache",
        kind,
        "tasks",
        inRedis ? "memory" : "jdbc",
        "limits",
        kind,
        "budgets",
        kind);
  }

  @Test
  void shouldShowEachPieceOnceToReadersOfAllProcessesThoughOneIsKilled() throws Exception {
    List<Spoken> runs = new ArrayList<>();
    for (String kind : ServeProcess.KINDS) {
      runs.add(new Spoken(kind));
    }
    List<Long> speakers = runs.stream().map(Spoken::speaker).toList();
    List<String> silent =
        NAMES.stream().filter(name -> !speakers.contains(processes.get(name).pid())).toList();
    String killed = silent.get(0);
    String other = NAMES.get((NAMES.indexOf(killed) + 1) % NAMES.size());
    for (Spoken run : runs) {
      run.requireKnown();
      run.awaitRead(BEFORE);
    }
    allow(DURING);
    runs.forEach(run -> run.awaitRead(BEFORE + 1));

    processes.get(killed).destroyForcibly().waitFor();

    runs.forEach(run -> run.goOnWithout(killed, other));
    runs.forEach(run -> run.awaitRead(DURING));
    allow(IN_ALL);
    Files.createFile(folder.resolve(ServeProcess.ENOUGH));
    for (Spoken run : runs) {
      run.requireAllReadOnce(other);
    }
  }
}
