package io.evergraph.llm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.evergraph.llm.model.ModelHttpClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider over HTTP that answers as it is told, one answer a request, the last for good. */
final class StubProvider implements AutoCloseable {
  private final HttpServer http;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();

  record Answer(int status, String body, Map<String, String> headers) {}

  private StubProvider(HttpServer http) {
    this.http = http;
  }

  static StubProvider start() throws IOException {
    byte[] loopback = {127, 0, 0, 1};
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(loopback), 0), 0);
    StubProvider provider = new StubProvider(http);
    http.createContext("/", provider::handle);
    http.start();
    return provider;
  }

  StubProvider answers(int status, String body, Map<String, String> headers) {
    answers.add(new Answer(status, body, headers));
    return this;
  }

  StubProvider says(String text) {
    String body =
        """
        {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [
          {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "%s"}}],
         "usage": {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4}}
        """;
    return answers(200, body.formatted(text), Map.of());
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    Answer answer = answers.size() > 1 ? answers.remove() : answers.element();
    byte[] body = answer.body().getBytes(UTF_8);
    answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  int requests() {
    return requests.get();
  }

  ChatModel model() {
    return OpenAiChatModel.builder()
        .httpClientBuilder(ModelHttpClient.builder())
        .baseUrl("http://127.0.0.1:" + http.getAddress().getPort() + "/v1")
        .apiKey("none")
        .modelName("m")
        .maxRetries(0)
        .build();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
