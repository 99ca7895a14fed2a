package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.server.TestServer.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Questions of awaited runs, their answers and what an answer says of the run, on every runtime.
 */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED})
class AnswersContract extends RestContract {
  AnswersContract() {
    super(SampleGraphs.approval(), SampleGraphs.tells(), SampleGraphs.twoApprovals());
  }

  @Test
  void shouldAskAndGoOnWhenTheAnswerComes() {
    String thread = newThread();

    JsonNode asked = await(thread, "{'assistant_id':'approval','input':{'request':'r'}}").json();

    assertThat(asked.get("request").asText()).isEqualTo("r");
    JsonNode question = asked.get("__interrupt__").get(0);
    assertThat(question.get("id").asText()).matches("[0-9a-f]{32}");
    assertThat(question.get("value")).isEqualTo(json("{'question':'Approve?','request':'r'}"));
    assertThat(question.get("response_schema").get("properties").has("approved")).isTrue();

    JsonNode state = state(thread);
    assertThat(texts(state.get("next"))).containsExactly("ask");
    assertThat(state.get("tasks").get(0).get("interrupts").get(0)).isEqualTo(question);
    assertThat(state.get("interrupts").get(0)).isEqualTo(question);
    JsonNode waiting = server().get("/threads/" + thread).json();
    assertThat(waiting.get("status").asText()).isEqualTo("interrupted");
    assertThat(waiting.get("interrupts").elements().next().get(0)).isEqualTo(question);

    JsonNode done =
        await(thread, "{'assistant_id':'approval','command':{'resume':{'approved':true}}}").json();

    assertThat(done).isEqualTo(json("{'request':'r','decision':'approved','result':'done:r'}"));
    assertThat(server().get("/threads/" + thread).json().get("status").asText()).isEqualTo("idle");
  }

  @Test
  void shouldRefuseTheSecondAnswerWhenAQuestionIsAnsweredTwice() {
    String thread = newThread();
    JsonNode asked = await(thread, "{'assistant_id':'approval','input':{'request':'r'}}").json();
    String id = asked.get("__interrupt__").get(0).get("id").asText();
    String answer =
        "{'assistant_id':'approval','command':{'resume':{'" + id + "':{'approved':true}}}}";
    await(thread, answer);

    Reply again = await(thread, answer);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.type()).isEqualTo("application/problem+json");
    assertThat(again.json().get("type").asText())
        .isEqualTo("urn:evergraph:problem:unknown-interrupt");
    assertThat(again.json().get("interruptId").asText()).isEqualTo(id);
    assertThat(again.json().get("detail").asText()).contains("can be answered once");
  }

  @Test
  void shouldKeepTheQuestionOpenWhenTheAnswerDoesNotFit() {
    String thread = newThread();
    await(thread, "{'assistant_id':'approval','input':{'request':'r'}}");

    Reply reply =
        await(thread, "{'assistant_id':'approval','command':{'resume':{'approved':'maybe'}}}");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.json().get("title").asText()).isEqualTo("Invalid answer");
    assertThat(reply.json().get("problems")).hasSize(1);
    assertThat(texts(state(thread).get("next"))).containsExactly("ask");
  }

  @Test
  void shouldTakeAnswersOneByOneWhenTwoTasksAsk() {
    String thread = newThread();
    JsonNode asked = await(thread, "{'assistant_id':'two_approvals','input':{}}").json();
    String first = asked.get("__interrupt__").get(0).get("id").asText();
    String second = asked.get("__interrupt__").get(1).get("id").asText();

    JsonNode partly =
        await(
                thread,
                "{'assistant_id':'two_approvals','command':{'resume':{'" + first + "':'yes'}}}")
            .json();

    assertThat(partly.get("__interrupt__")).hasSize(1);
    assertThat(partly.get("__interrupt__").get(0).get("id").asText()).isEqualTo(second);
    assertThat(texts(state(thread).get("next"))).containsExactly("review_b");

    JsonNode done =
        await(thread, "{'assistant_id':'two_approvals','command':{'resume':'no'}}").json();

    assertThat(done.get("summary").asText()).isEqualTo("a:yes,b:no");
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "0", "\"\"", "[]", "null"})
  void shouldTakeAnAnswerThatLooksLikeNone(String nothing) {
    String thread = newThread();
    JsonNode asked = await(thread, "{'assistant_id':'two_approvals','input':{}}").json();
    String first = asked.get("__interrupt__").get(0).get("id").asText();

    Reply one =
        await(
            thread,
            "{'assistant_id':'two_approvals','command':{'resume':{'" + first + "':'yes'}}}");
    Reply other =
        await(thread, "{'assistant_id':'two_approvals','command':{'resume':" + nothing + "}}");

    assertThat(one.status()).isEqualTo(200);
    assertThat(other.json().get("summary").asText()).startsWith("a:yes,b:");
  }

  @Test
  void shouldRefuseOneValueWhenSeveralQuestionsAreOpen() {
    String thread = newThread();
    await(thread, "{'assistant_id':'two_approvals','input':{}}");

    Reply reply = await(thread, "{'assistant_id':'two_approvals','command':{'resume':'yes'}}");

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().get("open")).hasSize(2);
  }

  @Test
  void shouldHonourWhatAResumeSaysOfTheRun() {
    String thread = newThread();
    await(thread, "{'assistant_id':'tells','input':{},'context':{'user':'Ada'}}");

    Reply misplaced =
        await(
            thread,
            "{'assistant_id':'tells','command':{'resume':'yes'},"
                + "'config':{'call_options':{'gone':{'attempts':2}}}}");
    Reply reply =
        await(
            thread,
            "{'assistant_id':'tells','command':{'resume':'yes'},'context':{'user':'Bob'},"
                + "'config':{'tags':['b'],'recursion_limit':7,"
                + "'call_options':{'ask':{'parameters':{'temperature':0}}}}}");

    assertThat(misplaced.status()).isEqualTo(422);
    assertThat(texts(reply.json().get("log")))
        .containsExactly("yes {user=Bob} [b] {temperature=0} 6");
  }

  @Test
  void shouldKeepWhatAResumeDoesNotName() {
    String thread = newThread();
    await(
        thread,
        "{'assistant_id':'tells','input':{},'context':{'user':'Ada'},"
            + "'config':{'tags':['a'],'recursion_limit':9}}");

    Reply reply = await(thread, "{'assistant_id':'tells','command':{'resume':'yes'}}");

    assertThat(texts(reply.json().get("log"))).containsExactly("yes {user=Ada} [a] {} 8");
  }
}
