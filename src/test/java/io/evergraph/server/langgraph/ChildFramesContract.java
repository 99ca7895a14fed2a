package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client gets that comes back to a stream of children that run beside each other. */
@Tag("slow")
@OnRuntimes
@Timeout(180)
class ChildFramesContract extends RestContract {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final int NESTED = 2;
  private static final int MANY = 18;
  private static final String MODES = "'stream_mode':['updates','custom'],'stream_subgraphs':true}";
  private static final String STATES =
      "'stream_mode':['values','checkpoints','tasks'],'stream_subgraphs':true}";

  ChildFramesContract() {
    super(fan("nested", NESTED, outer()), fan("many", MANY, working()), fan("asking", 2, asking()));
  }

  private static Graph working() {
    return Graph.builder("working")
        .channels(LOG)
        .node(
            "work",
            context -> {
              context.emitter().custom(Map.of("begins", true));
              context.emitter().custom(Map.of("goes", "on"));
              return Command.update(LOG, "worked");
            })
        .node("check", context -> Command.update(LOG, "checked"))
        .edge(START, "work")
        .edge("work", "check")
        .edge("check", END)
        .build();
  }

  private static Graph outer() {
    return Graph.builder("outer")
        .channels(LOG)
        .node("before", context -> Command.update(LOG, "before"))
        .subgraph("deep", working(), Embedding.ownThread())
        .edge(START, "before")
        .edge("before", "deep")
        .edge("deep", END)
        .build();
  }

  private static Graph asking() {
    return Graph.builder("asks")
        .channels(LOG)
        .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("well?"))))
        .node("then", context -> Command.update(LOG, "then"))
        .edge(START, "ask")
        .edge("ask", "then")
        .edge("then", END)
        .build();
  }

  private static Graph fan(String name, int calls, Graph inner) {
    List<Route> routes =
        IntStream.range(0, calls)
            .<Route>mapToObj(it -> Route.send("child", StateUpdate.of(LOG, "" + it)))
            .toList();
    return Graph.builder(name)
        .channels(LOG)
        .subgraph("child", inner, Embedding.ownThread())
        .routes(START, context -> routes, "child")
        .edge("child", END)
        .build();
  }

  private record Watched(String location, List<Sse.Event> events) {}

  private Watched stream(String thread, String graph, String content, String modes) {
    Reply reply =
        post(
            "/threads/" + thread + "/runs/stream",
            "{'assistant_id':'" + graph + "'," + content + "," + modes);
    return new Watched(reply.header("location"), Sse.events(reply.body()));
  }

  private List<Sse.Event> rest(Watched watched, Sse.Event seen) {
    return Sse.events(
        server()
            .send(server().request(watched.location()).header("Last-Event-ID", seen.id()).build())
            .body());
  }

  /** The frames of each thread, in order; the order among threads is not fixed. */
  private static Map<String, List<String>> bySource(List<Sse.Event> events) {
    Map<String, List<String>> frames = new LinkedHashMap<>();
    for (Sse.Event event : events) {
      int bar = event.name().indexOf('|');
      frames
          .computeIfAbsent(bar < 0 ? "" : event.name().substring(bar), any -> new ArrayList<>())
          .add(event.name() + " " + event.data());
    }
    return frames;
  }

  private void assertRestAfterEach(Watched watched, int every) {
    List<Sse.Event> all = watched.events();
    assertThat(all).extracting(Sse.Event::id).doesNotHaveDuplicates();
    for (int at = 0; at < all.size(); at += every) {
      List<Sse.Event> got = new ArrayList<>(all.subList(0, at + 1));
      List<Sse.Event> rest = rest(watched, all.get(at));
      if (rest.size() > 1) {
        int middle = rest.size() / 2;
        got.addAll(rest.subList(0, middle + 1));
        rest = rest(watched, rest.get(middle));
      }
      got.addAll(rest);
      assertThat(bySource(got)).as("after frame " + all.get(at)).isEqualTo(bySource(all));
    }
  }

  @Test
  void shouldGiveTheRestAfterEachFrameOfChildrenAndTheirChildren() {
    Watched watched = stream(newThread(), "nested", "'input':{'log':[]}", MODES);

    assertThat(bySource(watched.events())).hasSize(1 + 2 * NESTED);
    assertRestAfterEach(watched, 1);
  }

  @Test
  void shouldGiveTheRestOfMoreChildrenThanAreReadAtOnce() {
    Watched watched = stream(newThread(), "many", "'input':{'log':[]}", MODES);

    assertThat(bySource(watched.events())).hasSize(1 + MANY);
    assertRestAfterEach(watched, 20);
  }

  @Test
  void shouldGiveTheRestOfRunsThatWaitAndGoOn() {
    String thread = newThread();
    Watched asked = stream(thread, "asking", "'input':{'log':[]}", MODES);
    JsonNode questions =
        asked.events().stream()
            .filter(event -> event.name().equals("updates") && event.data().has("__interrupt__"))
            .map(event -> event.data().get("__interrupt__"))
            .findFirst()
            .orElseThrow();
    String first = questions.get(0).get("id").asText();
    Watched answered =
        stream(thread, "asking", "'command':{'resume':{'" + first + "':'yes'}}", MODES);

    assertThat(questions).hasSize(2);
    assertRestAfterEach(asked, 1);
    assertThat(answered.events()).extracting(Sse.Event::name).anyMatch(it -> it.contains("|child"));
    assertRestAfterEach(answered, 1);
  }

  @Test
  void shouldNameTheThreadOnWhichTheStateOfAChildCanBeRead() {
    Watched watched = stream(newThread(), "nested", "'input':{'log':[]}", STATES);

    List<JsonNode> checkpoints =
        watched.events().stream()
            .filter(event -> event.name().startsWith("checkpoints|"))
            .map(Sse.Event::data)
            .toList();
    assertThat(checkpoints).isNotEmpty();
    for (JsonNode checkpoint : checkpoints) {
      JsonNode name = checkpoint.get("config").get("configurable");
      JsonNode state =
          server()
              .get(
                  "/threads/"
                      + name.get("thread_id").asText()
                      + "/state/"
                      + name.get("checkpoint_id").asText())
              .json();
      assertThat(state.get("values")).isEqualTo(checkpoint.get("values"));
    }
  }
}
