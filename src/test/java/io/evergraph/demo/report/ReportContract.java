package io.evergraph.demo.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.demo.airline.ReplayServer;
import io.evergraph.server.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Agents that write a report, seen by a client over HTTP; their models answer over HTTP, too. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class ReportContract {
  @Parameter private TestRuntime on;
  private ReplayServer models;
  private TestServer server;

  @BeforeParameterizedClassInvocation
  void start() throws IOException {
    models = ReplayServer.start(ReportAgent.conversations());
    server = TestServer.of(on.with(ReportAgent.graph(Map.of())));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
    models.close();
  }

  private String asked() {
    return asked(server.post("/threads", "{}").json().get("thread_id").asText());
  }

  private String asked(String thread) {
    String input =
        "'input':{'messages':[{'role':'user','content':'%s'}]},'context':{'replayUrl':'%s'}"
            .formatted(ReportAgent.TASK, models.url());
    assertThat(run(thread, input).has("__interrupt__")).isTrue();
    return thread;
  }

  private JsonNode run(String thread, String body) {
    String whole = "{'assistant_id':'report'," + body + "}";
    return server.post("/threads/" + thread + "/runs/wait", whole.replace('\'', '"')).json();
  }

  private JsonNode answer(String thread, String answer) {
    return run(thread, "'command':{'resume':" + answer + "}");
  }

  private JsonNode question(String thread) {
    return server.get("/threads/" + thread + "/state").json().get("interrupts").get(0).get("value");
  }

  /** Reads what a thread holds, without the ids of messages, which depend on the thread's. */
  private JsonNode values(String thread) {
    JsonNode values = server.get("/threads/" + thread + "/state").json().get("values");
    values.get("messages").forEach(message -> ((ObjectNode) message).remove("id"));
    return values;
  }

  private static JsonNode expected(String name) throws IOException {
    try (InputStream in = ReportContract.class.getResourceAsStream("/report/" + name + ".json")) {
      return TestServer.parse(new String(in.readAllBytes(), UTF_8));
    }
  }

  @Test
  void shouldGiveOutWhatAPersonApprovesOrEditsWithAComment() {
    String approved = asked();
    JsonNode question = question(approved);
    assertThat(answer(approved, "{'type':'approve','message':'Well done.'}").get("report"))
        .isEqualTo(question.get("report"));

    assertThat(
            answer(asked(), "{'type':'edit','text':'By hand.','message':'Shorter.'}")
                .get("report")
                .asText())
        .isEqualTo("By hand.");
  }

  @Test
  void shouldGiveOutTheReportThatAPersonApproves() throws IOException {
    String thread = asked();

    JsonNode question = question(thread);
    JsonNode done = answer(thread, "{'type':'approve'}");

    assertThat(question.get("remarks").asText()).contains("Every figure has its document.");
    assertThat(done.get("report")).isEqualTo(question.get("report"));
    assertThat(done.get("report").asText()).contains("[counts]", "[survey]", "[accidents]");
    assertThat(values(thread)).isEqualTo(expected("approved"));
  }

  @Test
  void shouldWriteAgainWhenAPersonRejectsWithAReason() throws IOException {
    String thread = asked();
    JsonNode first = question(thread);
    int researched = models.journal().modelCalls("researcher.1").size();

    JsonNode asked = answer(thread, "{'type':'reject','message':'Say first what it costs.'}");

    assertThat(asked.get("__interrupt__")).hasSize(1);
    JsonNode second = question(thread);
    assertThat(second.get("report")).isNotEqualTo(first.get("report"));
    assertThat(second.get("report").asText()).startsWith("A bicycle lane takes 22 of the 60");
    answer(thread, "{'type':'approve'}");
    assertThat(values(thread)).isEqualTo(expected("rejected"));
    assertThat(models.journal().modelCalls("researcher.1")).hasSize(researched);
  }

  @Test
  void shouldGiveOutWhatAPersonMadeOfIt() {
    String thread = asked();

    JsonNode done = answer(thread, "{'type':'edit','text':'Build it.'}");

    assertThat(done.get("report").asText()).isEqualTo("Build it.");
  }

  @Test
  void shouldBeginAnewWhenAThreadIsAskedAgain() {
    String thread = asked();
    JsonNode question = question(thread);
    answer(thread, "{'type':'approve'}");

    asked(thread);

    assertThat(question(thread)).isEqualTo(question);
  }

  @Test
  void shouldKeepTheQuestionOpenWhenTheDecisionIsIncomplete() {
    String thread = asked();
    JsonNode question = question(thread);

    JsonNode problem = answer(thread, "{'type':'reject'}");

    assertThat(problem.get("title").asText()).isEqualTo("Invalid answer");
    assertThat(question(thread)).isEqualTo(question);
  }
}
