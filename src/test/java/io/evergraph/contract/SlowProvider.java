package io.evergraph.contract;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.evergraph.llm.ChunkedExchange;
import io.evergraph.llm.model.ModelHttpClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A provider that speaks piece by piece over HTTP, one told manner of answering a request. It sees
 * when its listener has gone away, as it reads from the connection after it has spoken.
 */
final class SlowProvider implements AutoCloseable {
  private final ServerSocket server;
  private final Queue<Manner> manners = new ConcurrentLinkedQueue<>();
  private final CountDownLatch silent = new CountDownLatch(1);
  private final CountDownLatch abandoned = new CountDownLatch(1);
  private final CountDownLatch toBreak = new CountDownLatch(1);

  private SlowProvider(ServerSocket server) {
    this.server = server;
  }

  /** How an answer ends after its pieces. */
  private enum End {
    COMPLETE,
    BROKEN,
    SILENT
  }

  private record Manner(End end, List<String> pieces) {}

  static SlowProvider start() throws IOException {
    byte[] loopback = {127, 0, 0, 1};
    SlowProvider provider =
        new SlowProvider(new ServerSocket(0, 50, InetAddress.getByAddress(loopback)));
    Thread thread = new Thread(provider::listen, "slow-provider");
    thread.setDaemon(true);
    thread.start();
    return provider;
  }

  /** Answers the next request whole. */
  SlowProvider says(String... pieces) {
    manners.add(new Manner(End.COMPLETE, List.of(pieces)));
    return this;
  }

  /** Loses the connection of the next request in the middle of the answer, see {@link #lose}. */
  SlowProvider breaksAfter(String... pieces) {
    manners.add(new Manner(End.BROKEN, List.of(pieces)));
    return this;
  }

  /** Keeps the connection of the next request open and says nothing more. */
  SlowProvider fallsSilentAfter(String... pieces) {
    manners.add(new Manner(End.SILENT, List.of(pieces)));
    return this;
  }

  /** Lets the connection break; what a client has not read by then, it never sees. */
  void lose() {
    toBreak.countDown();
  }

  /** Waits until it has fallen silent. */
  void awaitSilence() throws InterruptedException {
    if (!silent.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("Nobody asked the provider");
    }
  }

  /** Waits until whoever listened to the silence has closed the connection. */
  boolean awaitAbandoned() throws InterruptedException {
    return abandoned.await(60, TimeUnit.SECONDS);
  }

  StreamingChatModel model() {
    return model(Duration.ofSeconds(60));
  }

  /** Returns a model whose replies may be silent for some time. */
  StreamingChatModel model(Duration patience) {
    return OpenAiStreamingChatModel.builder()
        .httpClientBuilder(ModelHttpClient.builder())
        .baseUrl("http://127.0.0.1:" + server.getLocalPort() + "/v1")
        .apiKey("none")
        .timeout(patience)
        .modelName("m")
        .build();
  }

  private void listen() {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        answer(connection, manners.remove());
      } catch (IOException gone) {
        // the listener has gone, or the provider is closed
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }

  private void answer(Socket connection, Manner manner) throws IOException, InterruptedException {
    ChunkedExchange exchange = ChunkedExchange.read(connection);
    exchange.begin("200 OK", "Content-Type: text/event-stream\r\n");
    for (String piece : manner.pieces()) {
      exchange.chunk("data: " + delta("{\"content\":\"" + piece + "\"}", "null") + "\n\n");
    }
    if (manner.end() == End.COMPLETE) {
      exchange.chunk("data: " + delta("{}", "\"stop\"") + "\n\ndata: [DONE]\n\n");
      exchange.chunk("");
    } else if (manner.end() == End.BROKEN) {
      toBreak.await(60, TimeUnit.SECONDS);
    } else {
      silent.countDown();
      exchange.awaitEnd();
      abandoned.countDown();
    }
  }

  private static String delta(String delta, String finish) {
    return "{\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
        + "\"choices\":[{\"index\":0,\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}]}";
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
