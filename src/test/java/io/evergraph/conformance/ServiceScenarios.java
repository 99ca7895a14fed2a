package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.ListChannel;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Runs over HTTP. */
final class ServiceScenarios {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private ServiceScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("M1", ServiceScenarios::busy);
    engines.add("M2", ServiceScenarios::disconnected);
    engines.add("M3", ServiceScenarios::cancelled);
    engines.add("M4", ServiceScenarios::messages);
    engines.add("M7", ServiceScenarios::heartbeats);
  }

  /** A node that runs until it is released. */
  private static final class Slow {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    Graph in(Stage stage) {
      NodeAction slow =
          context -> {
            begun.countDown();
            released.await();
            return Command.update(V, "slow");
          };
      Graph graph = edges(nodes(stage.graph(), "z").node("slow", slow), "S->slow->z").build();
      stage.runtime().graphs().register(graph);
      return graph;
    }

    void awaitBegin() throws InterruptedException {
      begun.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static String threads(Stage stage) {
    stage.server().post("/threads", "{\"thread_id\": \"%s\"}".formatted(stage.thread()));
    return "/threads/" + stage.thread();
  }

  private static String body(Graph graph, String more) {
    return "{\"assistant_id\": \"%s\", \"input\": {\"v\": [\"in\"]}%s}"
        .formatted(graph.name(), more);
  }

  private static void rest(Stage stage, String after, ThreadStatus status) {
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> stage.runtime().snapshot(stage.thread()).status() == status);
    stage.observe(after);
  }

  private static void busy(Stage stage) throws Exception {
    Slow slow = new Slow();
    Graph graph = slow.in(stage);
    String runs = threads(stage) + "/runs";
    stage.note("first", stage.server().post(runs, body(graph, "")).status());
    slow.awaitBegin();
    String rejecting = body(graph, ", \"multitask_strategy\": \"reject\"");
    stage.note("second", stage.server().post(runs, rejecting).status());
    slow.released.countDown();
    rest(stage, "end", ThreadStatus.IDLE);
  }

  private static void disconnected(Stage stage) throws Exception {
    Slow goesOn = new Slow();
    readAndLeave(stage, goesOn, goesOn.in(stage), "");
    goesOn.released.countDown();
    rest(stage, "end", ThreadStatus.IDLE);
    stage.onNewThread();
    Slow stops = new Slow();
    readAndLeave(stage, stops, stops.in(stage), ", \"on_disconnect\": \"cancel\"");
    rest(stage, "end", ThreadStatus.INTERRUPTED);
    stops.released.countDown();
  }

  private static void readAndLeave(Stage stage, Slow slow, Graph graph, String more)
      throws Exception {
    try (InputStream frames =
        streamed(stage, body(graph, more), HttpResponse.BodyHandlers.ofInputStream())) {
      slow.awaitBegin();
      stage.note("first byte", frames.read() >= 0);
    }
  }

  private static <T> T streamed(Stage stage, String body, HttpResponse.BodyHandler<T> reader)
      throws Exception {
    HttpRequest request =
        stage
            .server()
            .request(threads(stage) + "/runs/stream")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return stage.server().client().send(request, reader).body();
  }

  private static void cancelled(Stage stage) throws Exception {
    Slow slow = new Slow();
    Graph graph = slow.in(stage);
    String runs = threads(stage) + "/runs";
    String run = stage.server().post(runs, body(graph, "")).json().get("run_id").asText();
    slow.awaitBegin();
    String cancel = runs + "/" + run + "/cancel?wait=1";
    stage.note("running", stage.server().post(cancel, "{}").status());
    rest(stage, "cancel", ThreadStatus.INTERRUPTED);
    stage.note("stopped", stage.server().post(cancel, "{}").status());
    stage.note("unknown", stage.server().post(runs + "/0198/cancel", "{}").status());
    slow.released.countDown();
  }

  private static void messages(Stage stage) throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Message calls = Message.assistant("", new ToolCall("c1", "clock", "{}"));
    NodeAction tools =
        context -> {
          begun.countDown();
          released.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
          return Command.update(CHAT, Message.result(new ToolCall("c1", "clock", "{}"), "noon"));
        };
    Graph graph =
        edges(
                stage
                    .graph()
                    .channels(CHAT)
                    .node("agent", context -> Command.update(CHAT, calls))
                    .node("tools", tools),
                "S->agent->tools")
            .build();
    stage.runtime().graphs().register(graph);
    String thread = threads(stage);
    stage.server().post(thread + "/runs", body(graph, ""));
    begun.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
    stage.note("during", types(stage, thread));
    released.countDown();
    rest(stage, "end", ThreadStatus.IDLE);
    stage.note("after", types(stage, thread));
  }

  /** The kinds of the messages, and the tools that they call. */
  private static List<String> types(Stage stage, String thread) {
    List<String> types = new ArrayList<>();
    for (JsonNode message : stage.server().get(thread + "/state").json().at("/values/chat")) {
      types.add(message.get("type").asText() + message.path("tool_calls").findValuesAsText("name"));
    }
    return types;
  }

  private static void heartbeats(Stage stage) throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    NodeAction silent =
        context -> {
          List.of("one", "two").forEach(piece -> context.emitter().text("m", piece));
          heard.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
          return Command.update(CHAT, Message.assistant("onetwo").withId("m"));
        };
    Graph graph = edges(stage.graph().channels(CHAT).node("a", silent), "S->a").build();
    stage.runtime().graphs().register(graph);
    List<String> events = new ArrayList<>();
    String asked = body(graph, ", \"stream_mode\": \"messages\"");
    Stream<String> frames = streamed(stage, asked, HttpResponse.BodyHandlers.ofLines());
    for (String line : (Iterable<String>) frames::iterator) {
      if (line.startsWith("event:")) {
        events.add(line.substring(6).strip());
      } else if (line.startsWith(":") && events.contains("messages/partial")) {
        heard.countDown();
      }
    }
    stage.note("heartbeats", heard.getCount() == 0);
    stage.note(
        "frames", events.stream().filter(name -> name.startsWith("messages")).distinct().toList());
  }
}
