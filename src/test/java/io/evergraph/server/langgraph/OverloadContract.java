package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.StartLimit;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** More starts than a server takes: each run has begun and is answered, or has not begun. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes({Kind.MEMORY, Kind.REAL})
class OverloadContract {
  private static final int MANY = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Channel<String> NAME = Channel.of("name", String.class);

  private final Set<String> begun = ConcurrentHashMap.newKeySet();
  @Parameter private TestRuntime on;
  private TestServer narrow;
  private TestServer closed;

  @BeforeParameterizedClassInvocation
  void start() {
    GraphRuntime runtime = on.with(noting("many"), noting("refused"));
    narrow = TestServer.of(runtime, new StartLimit(4, Duration.ofMillis(20)));
    closed = TestServer.of(runtime, new StartLimit(0, Duration.ZERO));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    narrow.close();
    closed.close();
  }

  @BeforeEach
  void forget() {
    begun.clear();
  }

  private Graph noting(String name) {
    return Graph.builder(name)
        .channels(NAME)
        .node(
            "note",
            context -> {
              begun.add(context.state().get(NAME));
              return Command.update(NAME, context.state().get(NAME) + " noted");
            })
        .edge(START, "note")
        .edge("note", END)
        .build();
  }

  private static String body(String graph, String name) {
    return "{\"assistant_id\":\"%s\",\"input\":{\"name\":\"%s\"}}".formatted(graph, name);
  }

  private static CompletableFuture<Reply> start(TestServer server, int number) {
    HttpRequest request =
        server
            .request("/runs/wait")
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body("many", "run-" + number)))
            .build();
    return server.client().sendAsync(request, BodyHandlers.ofString()).thenApply(Reply::of);
  }

  @Test
  void shouldAnswerEachOfManyStartsOrRefuseItBeforeItBegins() {
    List<CompletableFuture<Reply>> sent =
        IntStream.range(0, MANY).mapToObj(number -> start(narrow, number)).toList();
    List<Reply> replies = sent.stream().map(CompletableFuture::join).toList();

    Set<String> answered =
        replies.stream()
            .filter(reply -> reply.status() == 200)
            .map(reply -> reply.json().get("name").asText().replace(" noted", ""))
            .collect(Collectors.toSet());
    List<Reply> refused = replies.stream().filter(reply -> reply.status() != 200).toList();
    assertThat(answered).isNotEmpty().isEqualTo(begun);
    assertThat(refused).allMatch(reply -> reply.status() == 429);
    assertThat(refused).allMatch(reply -> reply.header("retry-after").equals("1"));
    assertThat(answered.size() + refused.size()).isEqualTo(MANY);
  }

  @Test
  void shouldRefuseAStartThatFindsNoPlaceAndBeginNothing() {
    Reply reply = closed.post("/runs/wait", body("refused", "never"));
    Reply created = closed.post("/threads", "{}");

    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.json().get("type").asText()).isEqualTo("urn:evergraph:problem:overloaded");
    assertThat(created.status()).isEqualTo(200);
    assertThat(begun).isEmpty();
  }
}
