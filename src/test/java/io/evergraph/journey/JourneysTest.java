package io.evergraph.journey;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.journey.MethodTrace.Window;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * One request with an answer, and one node, pass no more methods than they do today: who follows
 * them should have less to read, never more. {@code target/journeys} lists them, from all threads.
 *
 * <p>Each method counts once: those of {@code runtime}, {@code temporal} and {@code server} and of
 * the engine's {@code Pregel}, private helpers too. Left out are constructors, lambdas, methods
 * named like a field of their class, and what {@code runtime.codec} and {@code temporal.payload}
 * do. Threads that look after others, as the watchdog's, show now and then: the bounds allow for a
 * few.
 */
@Tag("slow")
@Tag("alone")
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes({TestRuntime.Kind.MEMORY, TestRuntime.Kind.REAL})
class JourneysTest {
  private static final Path LISTS = Path.of("target/journeys");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String TRACED = "traced";
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Window ANSWER =
      new Window("", "io.evergraph.runtime.thread.ThreadProgress.accept");
  private static final Window NODE =
      new Window("io.evergraph.pregel.Pregel.next:Run", "io.evergraph.pregel.Pregel.settle");

  private static final String ANSWER_BODY =
      "{\"assistant_id\":\"approval\",\"command\":{\"resume\":{\"approved\":true}}}";

  @Parameter private TestRuntime on;
  private TestServer server;

  @BeforeAll
  static void trace() throws IOException {
    TracingAgent.install();
    Files.createDirectories(LISTS);
  }

  @BeforeParameterizedClassInvocation
  void start() {
    server = TestServer.of(on.with(approval(), chain()));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
  }

  @Test
  void shouldPassFewMethodsFromAnAnswerOverRestToTheNewCheckpoint() throws IOException {
    answer(asked());
    String path = asked();
    MethodTrace.arm(ANSWER);
    answer(path);
    assertThat(journey("answer")).hasSizeLessThanOrEqualTo(inMemory() ? 82 : 135);
  }

  @Test
  void shouldPassFewMethodsFromThePlanOfANodeToItsResult() throws IOException {
    GraphRuntime runtime = on.runtime();
    runtime.start(chain(), ThreadId.random(), StateUpdate.of(TEXT, "warm")).await();
    runtime.start(chain(), ThreadId.random(), StateUpdate.of(TEXT, TRACED));
    assertThat(journey("node")).hasSizeLessThanOrEqualTo(inMemory() ? 35 : 113);
  }

  private boolean inMemory() {
    return on.kind() == TestRuntime.Kind.MEMORY;
  }

  private static Graph chain() {
    return Graph.builder("chain")
        .channels(TEXT)
        .node("first", JourneysTest::arm)
        .node("second", context -> Command.update(TEXT, context.state().get(TEXT) + "!"))
        .edge(START, "first")
        .edge("first", "second")
        .build();
  }

  private static Command arm(NodeContext context) {
    if (context.state().get(TEXT).equals(TRACED)) {
      MethodTrace.arm(NODE);
    }
    return Command.none();
  }

  private static Graph approval() {
    return Graph.builder("approval")
        .channels(TEXT)
        .node("ask", JourneysTest::ask)
        .edge(START, "ask")
        .build();
  }

  private static Command ask(NodeContext context) {
    Object answer = context.interrupt(Question.of("Approve " + context.state().get(TEXT) + "?"));
    return Command.update(TEXT, "answered " + answer);
  }

  private void answer(String path) {
    Reply reply = server.post(path, ANSWER_BODY);
    assertThat(reply.status()).isEqualTo(200);
  }

  private String asked() {
    String thread = server.post("/threads", "{}").json().get("thread_id").asText();
    String path = "/threads/" + thread + "/runs/wait";
    server.post(path, "{\"assistant_id\":\"approval\",\"input\":{\"text\":\"a refund\"}}");
    return path;
  }

  private Set<String> journey(String name) throws IOException {
    await().atMost(PATIENCE).until(MethodTrace::isOver);
    Set<String> entered = MethodTrace.entered();
    String file = name + "-" + on.toString().toLowerCase(Locale.ROOT) + ".txt";
    Files.write(LISTS.resolve(file), entered);
    return entered;
  }
}
