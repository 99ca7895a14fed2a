package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.server.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What clients see of a server that stops while their runs go on. */
class StoppingTest {
  private final CountDownLatch begun = new CountDownLatch(2);
  private final TestServer server =
      TestServer.of(Graph.builder("held").node("a", this::held).edge(Graph.START, "a").build());

  private Command held(NodeContext context) throws InterruptedException {
    begun.countDown();
    new CountDownLatch(1).await(30, TimeUnit.SECONDS);
    return Command.none();
  }

  private HttpRequest run(String path) {
    return server
        .request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"assistant_id\":\"held\",\"input\":{}}"))
        .build();
  }

  /** Returns the frames of a run behind the first line. */
  private BufferedReader streamed() throws Exception {
    BufferedReader frames =
        new BufferedReader(
            new InputStreamReader(
                server.client().send(run("/runs/stream"), BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8));
    assertThat(frames.readLine()).startsWith("id:");
    return frames;
  }

  @Test
  void shouldBreakTheConnectionsOfStreamsAndTellThoseWhoWaitThatTheRunGoesOn() throws Exception {
    BufferedReader frames = streamed();
    CompletableFuture<HttpResponse<String>> waiting =
        server.client().sendAsync(run("/runs/wait"), BodyHandlers.ofString());
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

    server.close();

    assertThatThrownBy(() -> frames.lines().toList())
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(IOException.class);
    assertThat(TestServer.parse(waiting.get().body()).at("/__error__/error").asText())
        .isEqualTo("ServerStopping");
  }

  @Test
  void shouldWarnNobodyOfTheStreamsThatItCutsOff() throws Exception {
    BufferedReader frames = streamed();
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    log.start();
    root.addAppender(log);
    try {
      server.close();
      assertThatThrownBy(() -> frames.lines().toList()).isInstanceOf(UncheckedIOException.class);
    } finally {
      root.detachAppender(log);
    }

    assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage).isEmpty();
  }
}
