package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** What the replay service sends back, and how. */
sealed interface HttpAnswer {

  /** Sends the answer; the caller closes the exchange. */
  void send(HttpExchange exchange) throws IOException;

  /** Answers a refusal with an error body in the OpenAI format. */
  static HttpAnswer refusal(ReplayRefusedException refusal) {
    ObjectNode body = JsonFields.MAPPER.createObjectNode();
    body.putObject("error")
        .put("message", refusal.getMessage())
        .put("type", refusal.status() < 500 ? "invalid_request_error" : "server_error")
        .put("param", refusal.field())
        .put("code", refusal.code());
    return new Whole(refusal.status(), body);
  }

  /** One JSON body. */
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

    public Streamed {
      chunks = List.copyOf(chunks);
    }

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
