package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

record ReplayHandler(Map<String, RecordedReplies> recordings, ReplayJournal journal, Pace pace)
    implements HttpHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ReplayHandler.class);
  private static final int LARGEST_BODY = 16 << 20;
  private static final String CHAT = "v1/chat/completions";
  private static final String TOOLS = "tools/results";

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      answer(exchange).send(exchange);
    }
  }

  private HttpAnswer answer(HttpExchange exchange) throws IOException {
    try {
      return route(exchange);
    } catch (ReplayRefusedException e) {
      return HttpAnswer.refusal(e);
    } catch (MalformedJsonException e) {
      String field = e.path().isEmpty() ? null : e.path();
      return HttpAnswer.refusal(
          new ReplayRefusedException(400, "malformed_request", field, e.describe()));
    } catch (RuntimeException e) {
      LOG.error("The replay service failed on {}", exchange.getRequestURI(), e);
      return HttpAnswer.refusal(
          new ReplayRefusedException(500, "internal", null, "The replay service failed: " + e));
    }
  }

  private HttpAnswer route(HttpExchange exchange) throws IOException {
    List<String> path = Arrays.asList(exchange.getRequestURI().getRawPath().split("/", 4));
    String end = path.size() < 4 ? "" : path.get(3);
    if (!"conversations".equals(path.size() < 4 ? "" : path.get(1))
        || !(end.equals(CHAT) || end.equals(TOOLS))) {
      throw refused(
          404,
          "unknown_path",
          "expected POST /conversations/ID/%s or /conversations/ID/%s, found %s"
              .formatted(CHAT, TOOLS, exchange.getRequestURI().getRawPath()));
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.getResponseHeaders().set("Allow", "POST");
      throw refused(405, "wrong_method", "expected POST, found " + exchange.getRequestMethod());
    }
    RecordedReplies recording = recording(path.get(2));
    JsonFields request = JsonFields.parse(body(exchange));
    return end.equals(CHAT)
        ? complete(recording, request, origin(exchange))
        : result(recording, request, origin(exchange));
  }

  private static ReplayJournal.Origin origin(HttpExchange exchange) {
    return new ReplayJournal.Origin(
        Instant.now(),
        process(exchange.getRequestHeaders().getFirst("Process-Id")).orElse(null),
        exchange.getRequestHeaders().getFirst("Idempotency-Key"));
  }

  private static Optional<Long> process(@Nullable String header) {
    try {
      return Optional.ofNullable(header).map(Long::valueOf);
    } catch (NumberFormatException notANumber) {
      throw refused(400, "malformed_request", "expected a number as Process-Id, found " + header);
    }
  }

  private RecordedReplies recording(String segment) {
    String id = URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    RecordedReplies recording = recordings.get(id);
    if (recording == null) {
      throw refused(
          404,
          "unknown_conversation",
          "there is no conversation %s among the %s recorded ones; name one of them in the path"
              .formatted(id, recordings.size()));
    }
    return recording;
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      // A client that is still sending would not hear the answer.
      byte[] unused = exchange.getRequestBody().readNBytes(LARGEST_BODY);
      throw refused(
          413, "body_too_large", "a request may have " + LARGEST_BODY + " bytes, found more");
    }
    return body;
  }

  private HttpAnswer complete(
      RecordedReplies recording, JsonFields request, ReplayJournal.Origin origin) {
    List<RecordedMessage> said = OpenAiMessages.read(request);
    boolean streamed = request.flag("stream");
    boolean withUsage =
        request.has("stream_options") && request.object("stream_options").flag("include_usage");
    String model = request.has("model") ? request.text("model") : "replay";
    Assistant answer = recording.answer(said);
    String conversation = recording.conversation().id();
    String id = "chatcmpl-" + conversation + "-" + said.size();
    Completion completion = new Completion(id, model, said, answer);
    journal.add(new ReplayJournal.ModelCall(conversation, said.size(), streamed, origin));
    take(pace.of(conversation, said.size()));
    return streamed
        ? new HttpAnswer.Streamed(completion.chunks(withUsage))
        : new HttpAnswer.Whole(200, completion.whole());
  }

  private HttpAnswer result(
      RecordedReplies recording, JsonFields request, ReplayJournal.Origin origin) {
    int position = request.integer("position");
    String tool = request.text("tool");
    String arguments = request.text("arguments");
    String content = recording.result(position, tool, arguments);
    String conversation = recording.conversation().id();
    journal.add(new ReplayJournal.ToolCall(conversation, position, tool, arguments, origin));
    take(pace.of(conversation, position));
    ObjectNode body = JsonFields.MAPPER.createObjectNode();
    return new HttpAnswer.Whole(200, body.put("content", content));
  }

  /** What was called has happened; only the answer takes time. */
  private static void take(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private static ReplayRefusedException refused(int status, String code, String problem) {
    return new ReplayRefusedException(status, code, null, problem);
  }

  private sealed interface HttpAnswer {

    void send(HttpExchange exchange) throws IOException;

    static HttpAnswer refusal(ReplayRefusedException refusal) {
      ObjectNode body = JsonFields.MAPPER.createObjectNode();
      body.putObject("error")
          .put("message", refusal.getMessage())
          .put("type", refusal.status() < 500 ? "invalid_request_error" : "server_error")
          .put("param", refusal.field())
          .put("code", refusal.code());
      return new Whole(refusal.status(), body);
    }

    record Whole(int status, JsonNode body) implements HttpAnswer {

      @Override
      public void send(HttpExchange exchange) throws IOException {
        byte[] bytes = JsonFields.MAPPER.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    }

    /** Server-sent events, one per chunk, closed by {@code [DONE]}. */
    record Streamed(List<ObjectNode> chunks) implements HttpAnswer {

      @Override
      public void send(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (ObjectNode chunk : chunks) {
          event(out, JsonFields.MAPPER.writeValueAsString(chunk));
        }
        event(out, "[DONE]");
      }

      private static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(UTF_8));
        out.flush();
      }
    }
  }
}
