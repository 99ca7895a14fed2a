package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Questions stay where they were asked, whatever became of them, and commands go where they say.
 */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class PastQuestionsContract extends RestContract {
  PastQuestionsContract() {
    super(SampleGraphs.chain(), SampleGraphs.approval(), SampleGraphs.twoApprovals(), nested());
  }

  private static Graph nested() {
    return Graph.builder("nested")
        .channels(SampleGraphs.REVIEWS)
        .node("outside", PastQuestionsContract::review)
        .subgraph(
            "inside",
            Graph.builder("inside")
                .channels(SampleGraphs.REVIEWS)
                .node("within", PastQuestionsContract::review)
                .edge(Graph.START, "within")
                .build())
        .edge(Graph.START, "outside")
        .edge(Graph.START, "inside")
        .build();
  }

  private static Command review(NodeContext context) {
    Object answer = context.interrupt(Question.of("?"));
    return Command.update(SampleGraphs.REVIEWS, context.node() + ":" + answer);
  }

  private List<String> questionsIn(JsonNode states) {
    List<String> ids = new ArrayList<>();
    for (JsonNode state : states) {
      for (JsonNode task : state.get("tasks")) {
        task.get("interrupts").forEach(question -> ids.add(question.get("id").asText()));
      }
    }
    return ids;
  }

  @Test
  void shouldShowAQuestionWhereItWasAskedAfterItWasAnswered() {
    String thread = "/threads/" + newThread();
    JsonNode question =
        post(thread + "/runs/wait", "{'assistant_id':'approval','input':{'request':'r'}}")
            .json()
            .get("__interrupt__")
            .get(0);

    post(
        thread + "/runs/wait",
        "{'assistant_id':'approval','command':{'resume':{'approved':true}}}");

    JsonNode asking = null;
    for (JsonNode state : server().get(thread + "/history").json()) {
      asking = state.get("next").toString().equals("[\"ask\"]") ? state : asking;
    }
    assertThat(asking).isNotNull();
    JsonNode task = asking.get("tasks").get(0);
    assertThat(task.get("interrupts").get(0)).isEqualTo(question);
    assertThat(task.get("result").get("decision").asText()).isEqualTo("approved");
    assertThat(server().get(thread + "/state").json().get("interrupts")).isEmpty();
    assertThat(server().get(thread).json().get("interrupts")).isEmpty();
  }

  @Test
  void shouldShowAllQuestionsOfAStepThoughTheyWereAnsweredOneAfterTheOther() {
    String thread = "/threads/" + newThread();
    JsonNode asked =
        post(thread + "/runs/wait", "{'assistant_id':'two_approvals','input':{}}")
            .json()
            .get("__interrupt__");
    List<String> ids = asked.findValuesAsText("id");

    for (String id : ids) {
      assertThat(questionsIn(one(thread))).contains(id);
      post(
          thread + "/runs/wait",
          "{'assistant_id':'two_approvals','command':{'resume':{'" + id + "':'yes'}}}");
    }

    assertThat(questionsIn(server().get(thread + "/history").json()))
        .containsExactlyInAnyOrderElementsOf(ids);
    assertThat(questionsIn(one(thread))).isEmpty();
  }

  /** The state of a thread now, as a list of one. */
  private JsonNode one(String thread) {
    return TestServer.parse("[" + server().get(thread + "/state").body() + "]");
  }

  @Test
  void shouldGoToANodeWithTheInputOfItsOwnThatASendCarries() {
    String thread = "/threads/" + newThread();
    post(thread + "/runs/wait", "{'assistant_id':'chain','input':{'value':'x'}}");

    Reply sent =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'chain','command':{'goto':{'node':'three','input':{'value':'own'}}}}");
    Reply several =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'chain','command':{'goto':[{'node':'three','input':{'value':'a'}}]}}");
    Reply unknown =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'chain','command':{'goto':{'node':'four','input':{'value':'a'}}}}");

    assertThat(sent.status()).as(sent.body()).isEqualTo(200);
    assertThat(sent.json().get("value").asText()).isEqualTo("own3");
    assertThat(several.json().get("value").asText()).isEqualTo("a3");
    assertThat(unknown.status()).as(unknown.body()).isEqualTo(422);
  }

  @Test
  void shouldGoToANodeWithAnInputOfItsOwnBesideAnAnswer() {
    String thread = "/threads/" + newThread();
    post(thread + "/runs/wait", "{'assistant_id':'approval','input':{'request':'r'}}");

    Reply both =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'approval','command':{'resume':{'approved':false},"
                + "'goto':{'node':'act','input':{'request':'own'}}}}");

    assertThat(both.json().path("result").asText()).as(both.body()).isEqualTo("done:own");
  }

  @Test
  void shouldKeepQuestionsAndHistoryInACopy() {
    String thread = "/threads/" + newThread();
    post(thread + "/runs/wait", "{'assistant_id':'approval','input':{'request':'r'}}");
    JsonNode original = server().get(thread + "/state").json();

    Reply copied = post(thread + "/copy", "");

    String copy = "/threads/" + copied.json().get("thread_id").asText();
    assertThat(copied.json().get("status").asText()).isEqualTo("interrupted");
    JsonNode state = server().get(copy + "/state").json();
    assertThat(state.get("interrupts")).isEqualTo(original.get("interrupts")).hasSize(1);
    assertThat(server().get(copy + "/history").json())
        .hasSameSizeAs(server().get(thread + "/history").json());
    assertThat(state.at("/checkpoint/checkpoint_id"))
        .isNotEqualTo(original.at("/checkpoint/checkpoint_id"));
    Reply answered =
        post(
            copy + "/runs/wait",
            "{'assistant_id':'approval','command':{'resume':{'approved':true}}}");
    assertThat(answered.json().get("result").asText()).isEqualTo("done:r");
    assertThat(server().get(thread + "/state").json()).isEqualTo(original);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"resume\":{\"approved\":\"perhaps\"}               | 422 | invalid-answer",
        "\"resume\":{\"00000000000000000000000000000000\":1} | 409 | unknown-interrupt",
        "\"goto\":\"nowhere\"                                | 422 | unknown-target",
      })
  void shouldLeaveTheThreadWhereItStandsWhenACommandDoesNotFitItsCheckpoint(
      String command, int status, String problem) {
    String thread = "/threads/" + newThread();
    post(thread + "/runs/wait", "{'assistant_id':'approval','input':{'request':'r'}}");
    String asked = server().get(thread + "/state").json().at("/checkpoint/checkpoint_id").asText();
    String begin = "{'assistant_id':'approval','checkpoint_id':'" + asked + "','command':{";
    post(
        thread + "/runs/wait",
        "{'assistant_id':'approval','command':{'resume':{'approved':true}}}");
    JsonNode before = server().get(thread + "/state").json();

    Reply refused = post(thread + "/runs/wait", begin + command + "}}");

    assertThat(refused.status()).as(refused.body()).isEqualTo(status);
    assertThat(refused.json().get("type").asText()).endsWith(":" + problem);
    assertThat(server().get(thread + "/state").json()).isEqualTo(before);
    Reply again = post(thread + "/runs/wait", begin + "'resume':{'approved':false}}}");
    assertThat(again.json().get("decision").asText()).as(again.body()).isEqualTo("rejected");
  }

  @Test
  void shouldAnswerPastQuestionsInsideASubgraphAndBesideItOnceMore() {
    String thread = "/threads/" + newThread();
    List<String> ids =
        post(thread + "/runs/wait", "{'assistant_id':'nested','input':{}}")
            .json()
            .get("__interrupt__")
            .findValuesAsText("id");
    JsonNode state = server().get(thread + "/state?subgraphs=true").json();
    String asked = state.at("/tasks/0/state/checkpoint/checkpoint_id").asText();
    String answers = "'command':{'resume':{'%s':'yes','%s':'yes'}}".formatted(ids.toArray());
    Reply first = post(thread + "/runs/wait", "{'assistant_id':'nested'," + answers + "}");

    Reply again =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'nested','checkpoint_id':'" + asked + "'," + answers + "}");

    assertThat(again.json()).as(again.body()).isEqualTo(first.json());
    assertThat(again.json().get("reviews")).hasSize(2);
  }

  @Test
  void shouldAnswerTheQuestionThatWasLeftAtACheckpoint() {
    String thread = "/threads/" + newThread();
    JsonNode asked =
        post(thread + "/runs/wait", "{'assistant_id':'two_approvals','input':{}}").json();
    String checkpoint =
        server().get(thread + "/state").json().at("/checkpoint/checkpoint_id").asText();
    for (String id : asked.get("__interrupt__").findValuesAsText("id")) {
      post(
          thread + "/runs/wait",
          "{'assistant_id':'two_approvals','command':{'resume':{'" + id + "':'yes'}}}");
    }

    Reply again =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'two_approvals','checkpoint_id':'"
                + checkpoint
                + "','command':{'resume':'no'}}");

    assertThat(again.json().path("summary").asText()).as(again.body()).isEqualTo("a:yes,b:no");
  }
}
