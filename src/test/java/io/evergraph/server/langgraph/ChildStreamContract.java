package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Streams of a thread whose subgraphs have threads of their own, two deep. */
@OnRuntimes
class ChildStreamContract extends RestContract {
  private static final ListChannel<Message> CHAT = Messages.channel("messages");
  private static final String IDS = "[0-9a-f]{8}-[0-9a-f-]{27}";

  ChildStreamContract() {
    super(in("outer", "mid", in("middle", "deep", speaking())));
  }

  private static Graph in(String name, String node, Graph inner) {
    return Graph.builder(name)
        .channels(CHAT)
        .subgraph(node, inner, Embedding.ownThread())
        .edge(START, node)
        .edge(node, END)
        .build();
  }

  private static Graph speaking() {
    return Graph.builder("speaking")
        .channels(CHAT)
        .node(
            "llm",
            context -> {
              context.emitter().custom(Map.of("found", 2));
              for (String piece : List.of("Hel", "lo ", "there")) {
                context.emitter().text("m1", piece);
              }
              return Command.update(CHAT, Message.assistant("Hello there").withId("m1"));
            })
        .edge(START, "llm")
        .edge("llm", END)
        .build();
  }

  private List<Sse.Event> stream(String rest) {
    Reply reply =
        post(
            "/threads/" + newThread() + "/runs/stream",
            "{'assistant_id':'outer','input':{'messages':["
                + "{'type':'human','id':'u','content':'Hi'}]},"
                + rest
                + "}");
    return Sse.events(reply.body());
  }

  private static List<String> texts(List<Sse.Event> events, String name) {
    return events.stream()
        .filter(event -> event.name().replaceAll(IDS, "*").equals(name))
        .map(event -> event.data().toString().replace('"', '\''))
        .toList();
  }

  @Test
  void shouldShowPiecesOfTheInsideUnderTheirPathEachOnceAndInOrder() {
    List<Sse.Event> events =
        stream("'stream_mode':['messages-tuple','custom','updates'],'stream_subgraphs':true");

    assertThat(texts(events, "custom|mid:*|deep:*")).containsExactly("{'found':2}");
    List<String> pieces = texts(events, "messages|mid:*|deep:*|llm:*");
    assertThat(pieces).hasSize(4);
    assertThat(pieces.get(0)).contains("'content':'Hel'", "'langgraph_node':'llm'");
    assertThat(pieces.get(1)).contains("'content':'lo '");
    assertThat(pieces.get(2)).contains("'content':'there'");
    assertThat(pieces.get(3)).contains("'content':''", "'chunk_position':'last'");
    assertThat(events)
        .extracting(event -> event.name().replaceAll(IDS, "*"))
        .containsExactly(
            "metadata",
            "custom|mid:*|deep:*",
            "messages|mid:*|deep:*|llm:*",
            "messages|mid:*|deep:*|llm:*",
            "messages|mid:*|deep:*|llm:*",
            "messages|mid:*|deep:*|llm:*",
            "updates|mid:*|deep:*",
            "updates|mid:*",
            "updates",
            "end");
  }

  @Test
  void shouldShowTheMessageAsFarAsItHasCome() {
    List<Sse.Event> events = stream("'stream_mode':'messages','stream_subgraphs':true");

    assertThat(texts(events, "messages/partial|mid:*|deep:*"))
        .containsExactly(
            "[{'type':'ai','id':'m1','content':'Hel'}]",
            "[{'type':'ai','id':'m1','content':'Hello '}]",
            "[{'type':'ai','id':'m1','content':'Hello there'}]");
  }

  @Test
  void shouldShowTheTaskAloneToThoseWhoDoNotAskForSubgraphs() {
    List<Sse.Event> events = stream("'stream_mode':['messages-tuple','custom','updates']");

    assertThat(events)
        .extracting(Sse.Event::name)
        .containsExactly("metadata", "messages", "updates", "end");
  }

  @Test
  void shouldGiveAReconnectingClientTheFramesBehindThoseItHasSeen() {
    String thread = newThread();
    Reply first =
        post(
            "/threads/" + thread + "/runs/stream",
            "{'assistant_id':'outer','input':{'messages':[]},"
                + "'stream_mode':['messages-tuple','custom','updates'],'stream_subgraphs':true}");
    List<Sse.Event> all = Sse.events(first.body());

    for (int seen = 0; seen < all.size(); seen++) {
      Reply rest =
          server()
              .send(
                  server()
                      .request(first.header("location"))
                      .header("Last-Event-ID", all.get(seen).id())
                      .build());
      assertThat(Sse.events(rest.body())).isEqualTo(all.subList(seen + 1, all.size()));
    }
  }
}
