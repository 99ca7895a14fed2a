package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What each mode shows on the wire, in the forms that LangGraph's clients read. */
class StreamModesTest {
  private static final ListChannel<Message> CHAT = Messages.channel("messages");
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.of(SampleGraphs.chain(), chat("chat"), around(), words());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Graph chat(String name) {
    return Graph.builder(name)
        .channels(CHAT)
        .node(
            "llm",
            context -> {
              context.emitter().custom(Map.of("found", 2));
              context.emitter().progress("thinking", 0.5);
              context.emitter().text("m1", "Hel");
              context.emitter().text("m1", "lo");
              Message answer = Message.assistant("Hello").withId("m1");
              return Command.update(CHAT, answer, Message.assistant("Bye").withId("m2"));
            })
        .edge(START, "llm")
        .edge("llm", END)
        .build();
  }

  private static Graph words() {
    return Graph.builder("words")
        .channels(CHAT)
        .node(
            "say",
            context -> {
              context.emitter().custom("two \"q\"\nx");
              return Command.none();
            })
        .edge(START, "say")
        .build();
  }

  private static Graph around() {
    return Graph.builder("around")
        .channels(CHAT)
        .subgraph("inner", chat("inside"))
        .edge(START, "inner")
        .edge("inner", END)
        .build();
  }

  private static Reply stream(String graph, String modes) {
    return server.post(
        "/runs/stream",
        ("{'assistant_id':'"
                + graph
                + "','input':{'messages':[{'type':'human','id':'u','content':'Hi'}]},"
                + modes
                + "}")
            .replace('\'', '"'));
  }

  @Test
  void shouldSendTextThatANodeEmitsAsJson() {
    Reply reply = stream("words", "'stream_mode':'custom'");

    assertThat(reply.body()).contains("data:\"two \\\"q\\\"\\nx\"\n");
  }

  private static List<String> frames(Reply reply, String name) {
    return Sse.events(reply.body()).stream()
        .filter(event -> event.name().startsWith(name))
        .map(event -> event.name() + " " + event.data().toString().replace('"', '\''))
        .toList();
  }

  /** LangChain writes all fields of a message, also those that hold nothing. */
  @Test
  void shouldReturnAMessageOfLangChainAsItCame() {
    String sent =
        "{'type':'human','id':'u','content':[{'type':'text','text':'Hi'},{'type':'image_url',"
            + "'image_url':{'url':'http://a/b','detail':'low'}}],'name':null,'example':false,"
            + "'additional_kwargs':{},'response_metadata':{}}";

    Reply reply =
        server.post(
            "/runs/wait",
            ("{'assistant_id':'chat','input':{'messages':[" + sent + "]}}").replace('\'', '"'));

    assertThat(reply.json().at("/messages/0").toString().replace('"', '\'')).isEqualTo(sent);
  }

  @Test
  void shouldShowMessagesInPiecesWithTheirNode() {
    Reply reply = stream("chat", "'stream_mode':'messages-tuple'");

    List<Sse.Event> events =
        Sse.events(reply.body()).stream().filter(it -> it.name().equals("messages")).toList();
    assertThat(events)
        .extracting(event -> event.data().get(0).get("content").asText())
        .containsExactly("Hel", "lo", "", "Bye");
    assertThat(events)
        .extracting(event -> event.data().get(0).get("type").asText())
        .containsExactly("AIMessageChunk", "AIMessageChunk", "AIMessageChunk", "ai");
    JsonNode metadata = events.get(0).data().get(1);
    assertThat(metadata.get("langgraph_node").asText()).isEqualTo("llm");
    assertThat(metadata.get("langgraph_step").asInt()).isEqualTo(1);
    assertThat(metadata.get("attempt").asInt()).isEqualTo(1);
    assertThat(metadata.get("langgraph_checkpoint_ns").asText()).startsWith("llm:");
  }

  @Test
  void shouldShowMessagesAsFarAsTheyHaveCome() {
    Reply reply = stream("chat", "'stream_mode':['messages']");

    assertThat(Sse.events(reply.body()))
        .extracting(Sse.Event::name)
        .containsExactly(
            "metadata",
            "messages/metadata",
            "messages/partial",
            "messages/partial",
            "messages/complete",
            "messages/metadata",
            "messages/complete",
            "end");
    assertThat(frames(reply, "messages/partial"))
        .containsExactly(
            "messages/partial [{'type':'ai','id':'m1','content':'Hel'}]",
            "messages/partial [{'type':'ai','id':'m1','content':'Hello'}]");
    assertThat(frames(reply, "messages/complete"))
        .first()
        .asString()
        .contains("'id':'m1'")
        .contains("'content':'Hello'");
  }

  @Test
  void shouldShowWhatNodesEmitBeforeWhatTheyWrite() {
    Reply reply = stream("chat", "'stream_mode':['updates','custom']");

    assertThat(Sse.events(reply.body()))
        .extracting(Sse.Event::name)
        .containsExactly("metadata", "custom", "custom", "updates", "end");
    assertThat(frames(reply, "custom"))
        .containsExactly(
            "custom {'found':2}", "custom {'type':'progress','text':'thinking','fraction':0.5}");
  }

  @Test
  void shouldShowTasksCheckpointsAndBothToThoseWhoLookForFaults() {
    Reply reply = stream("chat", "'stream_mode':['tasks','checkpoints','debug']");

    assertThat(Sse.events(reply.body()))
        .extracting(Sse.Event::name)
        .containsSubsequence(
            "checkpoints", "debug", "tasks", "debug", "tasks", "debug", "checkpoints", "debug");
    List<String> tasks = frames(reply, "tasks");
    assertThat(tasks).hasSize(2);
    assertThat(tasks.get(0)).contains("'name':'llm','input':{", "'triggers':['branch:to:llm']");
    assertThat(tasks.get(1)).contains("'error':null,'result':{'messages':", "'interrupts':[]");
    assertThat(frames(reply, "checkpoints"))
        .last()
        .asString()
        .contains("'values':{'messages':", "'next':[]", "'source':'loop'", "'checkpoint_id':");
    assertThat(frames(reply, "debug"))
        .extracting(frame -> frame.replaceAll(".*'type':'(task|task_result|checkpoint)'.*", "$1"))
        .containsExactly("checkpoint", "checkpoint", "task", "task_result", "checkpoint");
  }

  @Test
  void shouldNameTheSubgraphBehindTheMode() {
    Reply reply =
        stream("around", "'stream_mode':['updates','messages-tuple'],'stream_subgraphs':true");

    assertThat(Sse.events(reply.body()))
        .extracting(event -> event.name().replaceAll(":[0-9a-f-]{36}", ":*"))
        .containsExactly(
            "metadata",
            "messages|inner:*|llm:*",
            "messages|inner:*|llm:*",
            "messages|inner:*|llm:*",
            "messages|inner:*|llm:*",
            "updates|inner:*",
            "updates",
            "end");
  }

  @Test
  void shouldNotRepeatWhatAClientHasSeenWhenItComesBack() {
    Reply first = stream("chat", "'stream_mode':['custom','updates','values']");
    List<Sse.Event> all = Sse.events(first.body());

    for (int seen = 0; seen < all.size(); seen++) {
      Reply rest =
          server.send(
              server
                  .request(first.header("location"))
                  .header("Last-Event-ID", all.get(seen).id())
                  .build());
      assertThat(Sse.events(rest.body())).isEqualTo(all.subList(seen + 1, all.size()));
    }
  }

  @Test
  void shouldRefuseAModeThatNobodyKnows() {
    Reply reply = stream("chat", "'stream_mode':['values','dreams']");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.body()).contains("dreams").contains("messages-tuple");
  }

  @Test
  void shouldRunWithoutAThreadOfTheCaller() {
    Reply reply =
        server.post("/runs/wait", "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"x\"}}");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("value").asText()).isEqualTo("x123");
    assertThat(server.post("/runs/wait", "{\"assistant_id\":\"chain\"}").status()).isEqualTo(422);
  }

  @Test
  void shouldRefuseCallOptionsForANodeThatTheGraphLacks() {
    Reply reply =
        server.post(
            "/runs/wait",
            "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"x\"},\"config\":{\"call_options\":"
                + "{\"four\":{\"attempts\":1,\"parameters\":{\"temperature\":0}}}}}");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.body()).contains("four");
  }

  @Test
  void shouldRefuseCallOptionsThatWouldOverflow() {
    Reply reply =
        server.post(
            "/runs/wait",
            "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"x\"},\"config\":{\"call_options\":"
                + "{\"\":{\"attempts\":2147483647}}}}");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.body()).contains("at most");
  }

  @Test
  void shouldTellWhoseEmissionsAreSeen() {
    assertThat(server.get("/info").json().get("runtime").get("emissions").asText())
        .isEqualTo("process");
  }
}
