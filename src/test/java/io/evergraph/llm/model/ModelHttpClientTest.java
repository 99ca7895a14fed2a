package io.evergraph.llm.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import io.evergraph.llm.ChunkedExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ModelHttpClientTest {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch abandoned = new CountDownLatch(1);

  /** Sends the headers and the begin of the body, and nothing more. */
  private void stall(ServerSocket server) {
    try (Socket connection = server.accept()) {
      ChunkedExchange exchange = ChunkedExchange.read(connection);
      exchange.begin("200 OK", "Content-Type: application/json\r\n");
      exchange.chunk("{");
      begun.countDown();
      exchange.awaitEnd();
      abandoned.countDown();
    } catch (IOException gone) {
      abandoned.countDown();
    }
  }

  @Test
  void shouldGiveUpABodyThatIsArrivingWhenItIsInterrupted() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread provider = new Thread(() -> stall(server));
      provider.setDaemon(true);
      provider.start();
      HttpRequest request =
          HttpRequest.builder()
              .method(HttpMethod.POST)
              .url("http://127.0.0.1:" + server.getLocalPort() + "/v1")
              .body("{}")
              .build();
      CompletableFuture<String> end = new CompletableFuture<>();
      Thread caller = new Thread(() -> end.complete(failure(request)));
      caller.setDaemon(true);
      caller.start();
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

      caller.interrupt();

      assertThat(end.get(30, TimeUnit.SECONDS)).startsWith("true: Interrupted while asking");
      assertThat(abandoned.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Returns whether the thread is interrupted, and what it was told. */
  private static String failure(HttpRequest request) {
    try {
      return "answered: " + ModelHttpClient.builder().build().execute(request).body();
    } catch (RuntimeException stopped) {
      return Thread.currentThread().isInterrupted() + ": " + stopped.getMessage();
    }
  }
}
