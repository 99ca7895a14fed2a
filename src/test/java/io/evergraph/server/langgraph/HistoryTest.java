package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What threads went through, and how they go back to it. */
class HistoryTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.of(SampleGraphs.chain(), SampleGraphs.approval());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Reply post(String path, String body) {
    return server.post(path, body.replace('\'', '"'));
  }

  /** Runs the chain on a new thread and returns its path. */
  private static String ran() {
    String id = post("/threads", "{}").json().get("thread_id").asText();
    post("/threads/" + id + "/runs/wait", "{'assistant_id':'chain','input':{'value':'x'}}");
    return "/threads/" + id;
  }

  private static List<JsonNode> history(String thread) {
    List<JsonNode> states = new ArrayList<>();
    server.get(thread + "/history").json().forEach(states::add);
    return states;
  }

  private static String idOf(JsonNode state) {
    return state.get("checkpoint").get("checkpoint_id").asText();
  }

  @Test
  void shouldTellTheHistoryNewestFirst() {
    String thread = ran();

    List<JsonNode> history = history(thread);

    assertThat(history.get(0)).isEqualTo(server.get(thread + "/state").json());
    assertThat(history.get(history.size() - 1).get("metadata").get("source").asText())
        .isEqualTo("input");
    assertThat(history.get(history.size() - 1).get("next").get(0).asText()).isEqualTo("__start__");
    assertThat(history).extracting(HistoryTest::idOf).isSortedAccordingTo((a, b) -> b.compareTo(a));
    for (int index = 1; index < history.size(); index++) {
      assertThat(history.get(index - 1).get("parent_checkpoint"))
          .isEqualTo(history.get(index).get("checkpoint"));
    }
    assertThat(history.get(1).get("tasks").get(0).get("result").isObject()).isTrue();
  }

  @Test
  void shouldCutTheHistoryAsItIsAsked() {
    String thread = ran();
    String second = idOf(history(thread).get(1));

    JsonNode one = server.get(thread + "/history?limit=1").json();
    JsonNode before = post(thread + "/history", "{'before':'" + second + "'}").json();
    JsonNode inputs = post(thread + "/history", "{'metadata':{'source':'input'}}").json();

    assertThat(one).hasSize(1);
    assertThat(before).hasSize(history(thread).size() - 2);
    assertThat(inputs).hasSize(1);
    int step = inputs.get(0).get("metadata").get("step").asInt();
    assertThat(
            post(thread + "/history", "{'metadata':{'source':'input','step':" + step + "}}").json())
        .isEqualTo(inputs);
    assertThat(post(thread + "/history", "{'metadata':{'source':'nobody'}}").status())
        .isEqualTo(422);
    assertThat(post(thread + "/history", "{'metadata':{'run_id':'any'}}").status()).isEqualTo(422);
    assertThat(post(thread + "/history", "{'metadata':{'step':null}}").json())
        .isEqualTo(server.get(thread + "/history").json());
  }

  @Test
  void shouldReadAnyCheckpoint() {
    String thread = ran();
    JsonNode older = history(thread).get(1);

    assertThat(server.get(thread + "/state/" + idOf(older)).json()).isEqualTo(older);
    assertThat(server.get(thread + "/state/nothing").status()).isEqualTo(422);
  }

  @Test
  void shouldRunAgainFromACheckpoint() {
    String thread = ran();
    List<JsonNode> before = history(thread);
    JsonNode start = before.get(1);

    Reply again =
        post(
            thread + "/runs/wait",
            "{'assistant_id':'chain','input':null,'checkpoint_id':'" + idOf(start) + "'}");

    assertThat(again.status()).isEqualTo(200);
    List<JsonNode> after = history(thread);
    assertThat(after).hasSize(before.size() + 2);
    assertThat(after.get(1).get("metadata").get("source").asText()).isEqualTo("fork");
    assertThat(after.get(1).get("parent_checkpoint")).isEqualTo(start.get("checkpoint"));
    assertThat(again.json()).isEqualTo(before.get(0).get("values"));
  }

  @Test
  void shouldForkWithAnEditedState() {
    String thread = ran();
    JsonNode start = history(thread).get(1);

    JsonNode edited =
        post(
                thread + "/state",
                "{'values':{'value':'forked'},'checkpoint':" + start.get("checkpoint") + "}")
            .json();
    JsonNode copied =
        post(
                thread + "/state",
                "{'values':null,'as_node':'__copy__','checkpoint':" + start.get("checkpoint") + "}")
            .json();

    JsonNode fork =
        server
            .get(thread + "/state/" + edited.get("checkpoint").get("checkpoint_id").asText())
            .json();
    assertThat(fork.get("parent_checkpoint")).isEqualTo(start.get("checkpoint"));
    assertThat(fork.get("values").get("value").asText()).isEqualTo("forked");
    assertThat(fork.get("next")).isEqualTo(start.get("next"));
    JsonNode copy =
        server
            .get(thread + "/state/" + copied.get("checkpoint").get("checkpoint_id").asText())
            .json();
    assertThat(copy.get("parent_checkpoint")).isEqualTo(start.get("parent_checkpoint"));
    assertThat(copy.get("metadata").get("source").asText()).isEqualTo("fork");
  }

  @Test
  void shouldRefuseACopyThatIsToHoldOtherValues() {
    String thread = ran();
    List<JsonNode> before = history(thread);

    Reply refused = post(thread + "/state", "{'values':{'value':'other'},'as_node':'__copy__'}");

    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    assertThat(refused.json().get("detail").asText()).contains("__copy__", "no values");
    assertThat(history(thread)).isEqualTo(before);
  }

  @Test
  void shouldTakeValuesBeforeTheFirstRunForAnInput() {
    String thread =
        post("/threads", "{'metadata':{'graph_id':'chain'}}").json().get("thread_id").asText();

    post("/threads/" + thread + "/state", "{'values':{'value':'x'}}");

    assertThat(server.get("/threads/" + thread + "/state").json().get("next")).isNotEmpty();
  }

  @Test
  void shouldCopyAndDeleteThreads() {
    String thread = ran();

    JsonNode copy = post(thread + "/copy", "").json();

    String other = "/threads/" + copy.get("thread_id").asText();
    assertThat(other).isNotEqualTo(thread);
    assertThat(copy.get("values")).isEqualTo(server.get(thread).json().get("values"));
    assertThat(server.delete(thread).status()).isEqualTo(204);
    assertThat(server.get(thread).status()).isEqualTo(404);
    assertThat(server.get(other).status()).isEqualTo(200);
  }

  @Test
  void shouldInterruptOrTakeBackTheRunInProgressWhenAskedTo() {
    CountDownLatch gate = new CountDownLatch(1);
    server.runtime().graphs().register(SampleGraphs.gated(gate));
    String thread = "/threads/" + post("/threads", "{}").json().get("thread_id").asText();
    String runs = thread + "/runs";
    String first =
        post(runs, "{'assistant_id':'gated','input':{'value':'x'}}").json().get("run_id").asText();

    Reply second =
        post(
            runs, "{'assistant_id':'gated','input':{'value':'y'},'multitask_strategy':'rollback'}");
    Reply third =
        post(
            runs,
            "{'assistant_id':'gated','input':{'value':'z'},'multitask_strategy':'interrupt'}");
    JsonNode listed = server.get(runs).json();
    Reply cancelled =
        post(
            runs + "/" + third.json().get("run_id").asText() + "/cancel?wait=1&action=rollback",
            "");

    assertThat(second.status()).isEqualTo(200);
    assertThat(listed).hasSize(3);
    assertThat(listed.get(2).get("run_id").asText()).isEqualTo(first);
    assertThat(listed.get(2).get("status").asText()).isEqualTo("interrupted");
    assertThat(cancelled.status()).isEqualTo(204);
    gate.countDown();
  }
}
