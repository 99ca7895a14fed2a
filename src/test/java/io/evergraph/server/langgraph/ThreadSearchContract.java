package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.server.TestServer.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients find threads by what is noted on them, by their graph, and by how they are doing. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED})
class ThreadSearchContract extends RestContract {
  ThreadSearchContract() {
    super(SampleGraphs.chain(), SampleGraphs.approval());
  }

  private String noted(String metadata) {
    return post("/threads", "{'metadata':{" + metadata + "}}").json().get("thread_id").asText();
  }

  private void run(String thread, String graph, String input) {
    String run = "{'assistant_id':'" + graph + "','input':" + input + "}";
    assertThat(post("/threads/" + thread + "/runs/wait", run).status()).isEqualTo(200);
  }

  private List<String> found(String body) {
    List<String> ids = new ArrayList<>();
    for (JsonNode thread : post("/threads/search", body).json()) {
      ids.add(thread.get("thread_id").asText());
    }
    return ids;
  }

  private static void soon(Runnable assertion) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion::run);
  }

  @Test
  void shouldFindThreadsByWhatIsNotedOnThemAndShowThemWhole() {
    String mine = noted("'who':'me','n':1");
    noted("'who':'you','n':1");

    soon(() -> assertThat(found("{'metadata':{'who':'me'}}")).containsExactly(mine));
    JsonNode thread = post("/threads/search", "{'metadata':{'who':'me','n':1}}").json().get(0);
    assertThat(thread).isEqualTo(server().get("/threads/" + mine).json());
    assertThat(post("/threads/count", "{'metadata':{'who':'me'}}").body()).isEqualTo("1");
    assertThat(found("{'metadata':{'who':'me','n':2}}")).isEmpty();
  }

  @Test
  void shouldFindThreadsByGraphAndStatus() {
    String finished = noted("'by':'graph'");
    String asking = noted("'by':'graph'");
    run(finished, "chain", "{'value':'x'}");
    run(asking, "approval", "{'request':'r'}");

    String approval = Assistants.idOf("approval");
    for (String named : List.of("'graph_id':'approval'", "'assistant_id':'" + approval + "'")) {
      String body = "{'metadata':{'by':'graph'," + named + "}}";
      soon(() -> assertThat(found(body)).containsExactly(asking));
    }
    String waiting = "'metadata':{'by':'graph'},'status':'interrupted'";
    soon(() -> assertThat(found("{" + waiting + "}")).containsExactly(asking));
    assertThat(post("/threads/count", "{" + waiting + "}").body()).isEqualTo("1");
    assertThat(found("{'metadata':{'by':'graph','graph_id':'nothing'}}")).isEmpty();
  }

  @Test
  void shouldOrderAndPageWhenAsked() {
    String first = noted("'of':'pages'");
    String second = noted("'of':'pages'");
    String third = noted("'of':'pages'");
    String mine = "{'metadata':{'of':'pages'},'sort_by':'created_at'";

    soon(() -> assertThat(found(mine + "}")).containsExactly(third, second, first));
    assertThat(found(mine + ",'sort_order':'asc'}")).containsExactly(first, second, third);
    assertThat(found(mine + ",'offset':1,'limit':1}")).containsExactly(second);
    assertThat(found(mine + ",'limit':0}")).isEmpty();
  }

  @Test
  void shouldNotFindTheThreadsOfAUserWhereNobodyIsNamed() {
    String of = noted("'is':'asked','user':'ann'");
    String free = noted("'is':'asked','user':null");
    String all = "'metadata':{'is':'asked'";

    soon(() -> assertThat(found("{" + all + "}}")).containsExactlyInAnyOrder(of, free));
    assertThat(found("{" + all + ",'user':null}}")).containsExactly(free);
    assertThat(post("/threads/count", "{" + all + ",'user':null}}").body()).isEqualTo("1");
  }

  @Test
  void shouldLeaveOutThreadsThatAreGone() {
    String here = noted("'is':'here'");
    String gone = noted("'is':'here'");
    String both = "{'ids':['" + gone + "','" + here + "','never-was']}";
    assertThat(found(both)).containsExactlyInAnyOrder(here, gone);

    assertThat(server().delete("/threads/" + gone).status()).isEqualTo(204);

    soon(() -> assertThat(found(both)).containsExactly(here));
    soon(() -> assertThat(found("{'metadata':{'is':'here'}}")).containsExactly(here));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'values':{'value':'x'}",
        "'select':['thread_id']",
        "'extract':{'last':'values.value'}",
        "'sort_by':'weight'",
        "'sort_order':'up'",
        "'status':'tired'",
        "'limit':-1",
        "'metadata':'me'"
      })
  void shouldNameTheFieldThatAsksForWhatIsNotOffered(String field) {
    Reply refused = post("/threads/search", "{" + field + "}");

    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    String name = field.substring(1, field.indexOf('\'', 1));
    assertThat(refused.json().get("detail").asText()).contains("'" + name + "'");
  }
}
