package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.temporal.RealTemporal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one PostgreSQL and one Temporal server, of which one is killed. */
@Tag("real")
@Tag("slow")
class TaskServersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofMinutes(4);

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private EmbeddedPostgres postgres;
  private Process one;
  private Process two;

  @BeforeEach
  void startProcesses() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
    Map<String, String> urls = Map.of("jdbc", postgres.getJdbcUrl("postgres", "postgres"));
    one = ServeProcess.start("one", RealTemporal.address(), urls, folder);
    two = ServeProcess.start("two", RealTemporal.address(), urls, folder);
    List.of("one", "two").forEach(this::awaitFile);
  }

  @AfterEach
  void stopProcesses() throws Exception {
    one.destroyForcibly().waitFor();
    two.destroyForcibly().waitFor();
    postgres.close();
  }

  private void awaitFile(String name) {
    await().atMost(LONGEST).until(() -> Files.exists(folder.resolve(name)));
  }

  private HttpRequest.Builder to(String server, String path) throws IOException {
    String[] ports = Files.readString(folder.resolve(server)).split(" ");
    String port = ports[ServeProcess.KINDS.indexOf("jdbc")];
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(LONGEST);
  }

  private HttpResponse<String> post(String server, String path, String body) throws Exception {
    HttpRequest.Builder request =
        to(server, path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private JsonNode get(String server, String path) throws Exception {
    HttpResponse<String> response = client.send(to(server, path).build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  /** Returns the path of a task that a process has admitted. */
  private String begin(String server, String order) throws Exception {
    String body =
        "{\"agent\":\"stepper\",\"user\":\"ann\",\"input\":{\"order\":\"%s\"}}".formatted(order);
    HttpResponse<String> begun = post(server, "/tasks", body);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    return begun.headers().firstValue("location").orElseThrow();
  }

  private String state(String server, String task) throws Exception {
    return get(server, task).path("state").asText();
  }

  private void awaitState(String server, String task, String state) {
    await().atMost(LONGEST).until(() -> state(server, task), state::equals);
  }

  private List<String> listed(String server) throws Exception {
    return get(server, "/tasks?user=ann").findValuesAsText("task_id").stream()
        .map(id -> "/tasks/" + id)
        .toList();
  }

  private static String stream(String task) {
    return task + "/stream?stream_mode=updates";
  }

  /** Reads until the first step has come, kills the process, and reads until that is noticed. */
  private String lastIdBeforeTheKill(String task) throws Exception {
    HttpRequest request = to("one", stream(task)).build();
    String id = "";
    boolean isKilled = false;
    try (InputStream body = client.send(request, BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        id = line.startsWith("id:") ? line.substring("id:".length()).strip() : id;
        if (!isKilled && line.contains("\"first\"")) {
          one.destroyForcibly().waitFor();
          isKilled = true;
        }
      }
      throw new AssertionError("The stream has come to its end before the kill.");
    } catch (IOException broken) {
      assertThat(isKilled).isTrue();
      return id;
    }
  }

  @Test
  void shouldGoOnWithTasksOfAKilledProcessOnAnotherOne() throws Exception {
    String stopped = begin("one", "stopped");
    String task = begin("one", "done");
    awaitState("two", task, "running");
    awaitState("two", stopped, "running");
    assertThat(listed("two")).containsExactly(task, stopped);

    String seen = lastIdBeforeTheKill(task);

    assertThat(state("two", task)).isEqualTo("running");
    assertThat(post("two", stopped + "/cancel", "").statusCode()).isEqualTo(202);
    awaitState("two", stopped, "cancelled");
    Path unused = Files.createFile(folder.resolve(ServeProcess.RELEASED + "done"));
    String rest = read("two", stream(task), seen);
    assertThat(rest).contains("\"second\"", "event:end").doesNotContain("\"first\"");
    awaitState("two", task, "finished");
    assertThat(read("two", stream(task), "")).contains("\"first\"").endsWith(rest);
    assertThat(listed("two")).containsExactly(task, stopped);
  }

  private String read(String server, String path, String lastId) throws Exception {
    HttpRequest.Builder request = to(server, path);
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    return client.send(request.build(), BodyHandlers.ofString()).body().strip();
  }
}
