package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.server.TestServer.Reply;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Runs that are awaited: their outcomes, failures and limits, on every runtime. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED})
class RunsContract extends RestContract {
  RunsContract() {
    super(SampleGraphs.chain(), SampleGraphs.approval(), SampleGraphs.fails());
  }

  @Test
  void shouldReturnTheFinalValuesWhenARunIsAwaited() {
    String thread = newThread();

    Reply reply = await(thread, "{'assistant_id':'chain','input':{'value':'x'}}");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).isEqualTo(json("{'value':'x123','log':['one','two','three']}"));
    assertThat(reply.header("content-location"))
        .matches("/threads/" + thread + "/runs/[0-9a-f-]{36}");
    assertThat(reply.header("location")).isEqualTo(reply.header("content-location") + "/join");
    assertThat(server().get(reply.header("location")).body().strip())
        .isEqualTo(reply.body().strip());
  }

  @Test
  void shouldPauseBeforeANodeAndGoOnWithoutInput() {
    String thread = newThread();

    Reply paused =
        await(thread, "{'assistant_id':'chain','input':{'value':'x'},'interrupt_before':['two']}");
    Reply rest = await(thread, "{'assistant_id':'chain','input':null,'interrupt_before':[]}");

    assertThat(paused.json().get("value").asText()).isEqualTo("x1");
    assertThat(rest.json().get("value").asText()).isEqualTo("x123");
  }

  @Test
  void shouldPauseAtEveryNodeWhenAskedForAll() {
    String thread = newThread();
    await(thread, "{'assistant_id':'chain','input':{'value':'x'},'interrupt_after':'*'}");

    assertThat(texts(state(thread).get("next"))).containsExactly("two");
    assertThat(
            await(thread, "{'assistant_id':'chain','interrupt_after':'*'}")
                .json()
                .get("value")
                .asText())
        .isEqualTo("x12");
    assertThat(await(thread, "{'assistant_id':'chain'}").json().get("value").asText())
        .isEqualTo("x123");
  }

  @Test
  void shouldGoToANodeOfAFinishedThreadAfterAnUpdate() {
    String thread = newThread();
    await(thread, "{'assistant_id':'chain','input':{'value':'x'}}");

    Reply moved =
        await(thread, "{'assistant_id':'chain','command':{'goto':'three','update':{'value':'u'}}}");
    Reply updated = await(thread, "{'assistant_id':'chain','command':{'update':{'value':'only'}}}");

    assertThat(moved.json().get("value").asText()).isEqualTo("u3");
    assertThat(updated.json().get("value").asText()).isEqualTo("only");
  }

  @Test
  void shouldGoOnFromTheStateOfTheThreadWhenItRunsAgain() {
    String thread = newThread();
    await(thread, "{'assistant_id':'chain','input':{'value':'a'}}");

    Reply reply = await(thread, "{'assistant_id':'chain','input':{'value':'b'}}");

    assertThat(reply.json().get("value").asText()).isEqualTo("b123");
    assertThat(reply.json().get("log")).hasSize(6);
  }

  @Test
  void shouldTakeTheIdOfTheAssistantWhenARunNamesIt() {
    String assistant =
        server()
            .post("/assistants/search", "{\"graph_id\":\"chain\"}")
            .json()
            .get(0)
            .get("assistant_id")
            .asText();

    Reply reply = await(newThread(), "{'assistant_id':'" + assistant + "','input':{'value':'x'}}");

    assertThat(UUID.fromString(assistant).version()).isEqualTo(5);
    assertThat(reply.json().get("value").asText()).isEqualTo("x123");
  }

  @Test
  void shouldParkAndRetryWhenANodeFails() {
    String thread = newThread();

    Reply failed = await(thread, "{'assistant_id':'fails','input':{'value':'x'}}");

    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.body().strip())
        .isEqualTo("{\"__error__\":{\"error\":\"IllegalStateException\",\"message\":\"boom: x\"}}");
    JsonNode state = state(thread);
    assertThat(texts(state.get("next"))).containsExactly("boom");
    assertThat(state.get("values")).isEqualTo(json("{'log':['good'],'value':'x'}"));
    assertThat(state.get("tasks").get(0).get("error").asText()).contains("boom: x");
    assertThat(server().get("/threads/" + thread).json().get("status").asText()).isEqualTo("error");

    Reply edited = server().post("/threads/" + thread + "/state", "{\"values\":{\"fail\":false}}");
    assertThat(edited.status()).isEqualTo(200);
    JsonNode retried = await(thread, "{'assistant_id':'fails','input':null}").json();

    assertThat(texts(retried.get("log"))).containsExactly("good", "recovered");
  }

  @Test
  void shouldSkipEditOrRetryAFailedTaskByCommand() {
    String skipped = newThread();
    await(skipped, "{'assistant_id':'fails','input':{'value':'x'}}");
    String edited = newThread();
    await(edited, "{'assistant_id':'fails','input':{'value':'x'}}");
    String task = state(edited).get("tasks").get(0).get("id").asText();

    JsonNode afterSkip =
        await(
                skipped,
                "{'assistant_id':'fails','command':{'skip':true,'update':{'log':['skipped']}}}")
            .json();
    JsonNode afterEdit =
        await(
                edited,
                "{'assistant_id':'fails','command':{'edit':'"
                    + task
                    + "','values':{'fail':false}}}")
            .json();

    assertThat(texts(afterSkip.get("log"))).containsExactly("good", "skipped");
    assertThat(texts(afterEdit.get("log"))).containsExactly("good", "recovered");
    assertThat(await(edited, "{'assistant_id':'fails','command':{'retry':true}}").status())
        .isEqualTo(409);
    assertThat(await(edited, "{'assistant_id':'fails','command':{'skip':7}}").status())
        .isEqualTo(422);
    for (String beside : List.of("'resume':true", "'update':{'log':'x'}", "'skip':true")) {
      String both = "{'assistant_id':'fails','command':{'retry':true," + beside + "}}";
      assertThat(await(edited, both).status()).as(beside).isEqualTo(422);
    }
  }

  @Test
  void shouldStopAtTheRecursionLimitAndGoOnWithAHigherOne() {
    String thread = newThread();

    JsonNode stopped =
        await(
                thread,
                "{'assistant_id':'chain','input':{'value':'x'},'config':{'recursion_limit':2}}")
            .json();

    assertThat(stopped.get("__error__").get("message").asText()).contains("recursion limit of 2");
    JsonNode done = await(thread, "{'assistant_id':'chain','config':{'recursion_limit':5}}").json();
    assertThat(done.get("value").asText()).isEqualTo("x123");
  }

  @Test
  void shouldTakeALimitOfTasksAtOnce() {
    Reply reply =
        await(
            newThread(),
            "{'assistant_id':'chain','input':{'value':'x'},'config':{'max_concurrency':1}}");

    assertThat(reply.json().get("value").asText()).isEqualTo("x123");
  }

  @Test
  void shouldSayWhatIsMissingWhenThereIsNothingToGoOnWith() {
    String thread = newThread();

    Reply fresh = await(thread, "{'assistant_id':'chain'}");
    await(thread, "{'assistant_id':'chain','input':{'value':'x'}}");
    Reply unasked = await(thread, "{'assistant_id':'chain','command':{'resume':1}}");

    assertThat(fresh.status()).isEqualTo(409);
    assertThat(fresh.json().get("type").asText())
        .isEqualTo("urn:evergraph:problem:nothing-to-resume");
    assertThat(unasked.status()).isEqualTo(409);
    assertThat(unasked.json().get("type").asText())
        .isEqualTo("urn:evergraph:problem:unknown-interrupt");
  }

  @Test
  void shouldReturnTheValuesOfAFinishedThreadThatIsContinued() {
    String thread = newThread();
    Reply first = await(thread, "{'assistant_id':'chain','input':{'value':'x'}}");

    Reply again = await(thread, "{'assistant_id':'chain','input':null}");
    Reply streamed =
        server()
            .post(
                "/threads/" + thread + "/runs/stream",
                "{\"assistant_id\":\"chain\",\"stream_mode\":\"values\"}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json()).isEqualTo(first.json());
    assertThat(again.header("content-location")).isNotEqualTo(first.header("content-location"));
    assertThat(server().get(again.header("content-location")).json().get("status").asText())
        .isEqualTo("success");
    assertThat(streamed.status()).isEqualTo(200);
    assertThat(streamed.body()).contains("event:metadata", "event:end").doesNotContain("error");
    assertThat(state(thread).get("values").get("value").asText()).isEqualTo("x123");
    assertThat(server().get("/threads/" + thread).json().get("status").asText()).isEqualTo("idle");
  }

  @Test
  void shouldCreateTheThreadOnlyWhenTheRequestSaysSo() {
    String thread = UUID.randomUUID().toString();

    Reply refused = await(thread, "{'assistant_id':'chain','input':{'value':'x'}}");
    Reply created =
        await(thread, "{'assistant_id':'chain','input':{'value':'x'},'if_not_exists':'create'}");

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.json().get("thread").asText()).isEqualTo(thread);
    assertThat(created.json().get("value").asText()).isEqualTo("x123");
  }

  @Test
  void shouldCreateTheThreadWithTheMetadataOfItsRun() {
    String thread = UUID.randomUUID().toString();

    Reply unused =
        await(
            thread,
            "{'assistant_id':'chain','input':{'value':'x'},'if_not_exists':'create',"
                + "'metadata':{'user_id':'u1'}}");

    assertThat(server().get("/threads/" + thread).json().at("/metadata/user_id").asText())
        .isEqualTo("u1");
  }

  @Test
  void shouldRefuseAnotherGraphWhenTheThreadBelongsToOne() {
    String thread = newThread();
    await(thread, "{'assistant_id':'chain','input':{'value':'x'}}");

    Reply reply = await(thread, "{'assistant_id':'approval','input':{'request':'r'}}");

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().get("bound").asText()).isEqualTo("chain");
  }
}
