package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Calls the tools of a recorded conversation, wherever the {@link ReplayServer} runs; safe for many
 * threads.
 */
final class RecordedTools {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  String call(URI conversation, int position, String tool, String arguments, String idempotencyKey)
      throws IOException, InterruptedException {
    byte[] body =
        JsonFields.MAPPER.writeValueAsBytes(
            JsonFields.MAPPER
                .createObjectNode()
                .put("position", position)
                .put("tool", tool)
                .put("arguments", arguments));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(conversation + "/tools/results"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", idempotencyKey)
            .header("Process-Id", Long.toString(ProcessHandle.current().pid()))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return content(http.send(request, HttpResponse.BodyHandlers.ofByteArray()));
  }

  private static String content(HttpResponse<byte[]> response) throws IOException {
    try {
      JsonFields body = JsonFields.parse(response.body());
      if (response.statusCode() == 200) {
        return body.text("content");
      }
      JsonFields error = body.object("error");
      throw new ReplayRefusedException(
          response.statusCode(),
          error.text("code"),
          error.optionalText("param"),
          error.text("message"));
    } catch (MalformedJsonException e) {
      throw new IOException(
          "Expected an answer of the replay service from %s, found status %d with: %s"
              .formatted(response.uri(), response.statusCode(), new String(response.body(), UTF_8)),
          e);
    }
  }
}
