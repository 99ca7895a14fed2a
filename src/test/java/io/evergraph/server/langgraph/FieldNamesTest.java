package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields that clients send are understood or refused, whatever they are called. */
class FieldNamesTest {
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
    String thread = server.post("/threads", "{}").json().get("thread_id").asText();
    return server.post(path.replace("{thread}", thread), body.replace('\'', '"'));
  }

  private static String run(String more) {
    return "{'assistant_id':'chain','input':{'value':'x'}," + more + "}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          /threads/{thread}/runs/wait        | 'interupt_before':['two']                | interrupt_before
          /threads/{thread}/runs             | 'multitaskStrategy':'reject'             | multitask_strategy
          /runs/stream                       | 'streammode':'updates'                   | stream_mode
          /runs/wait                         | 'config':{'recursionlimit':3}            | recursion_limit
          /runs/wait                         | 'config':{'call_options':{'one':{'attempt':3}}} | attempts
          /threads/{thread}/runs/wait        | 'command':{'resum':'yes'}                | resume
          /threads/{thread}/runs/wait        | 'command':{'goto':{'node':'two','inputs':{}}} | input
          /threads/{thread}/runs/wait        | 'checkpoint':{'checkpoint':'x'}          | checkpoint_id
          """)
  void shouldNameTheNearestFieldWhenARunHasAnUnknownOne(String path, String field, String nearest) {
    Reply reply = post(path, run(field));

    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
    assertThat(reply.json().get("detail").asText()).contains("'" + nearest + "'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          /threads                           | {'meta_data':{}}          | metadata
          /threads/{thread}/state            | {'value':{}}              | values
          /threads/{thread}/state/checkpoint | {'subgraph':true}         | subgraphs
          /threads/{thread}/history          | {'limits':3}              | limit
          /assistants/search                 | {'graphid':'chain'}       | graph_id
          /assistants/count                  | {'graphid':'chain'}       | graph_id
          /threads/search                    | {'sortby':'status'}       | sort_by
          /threads/count                     | {'meta_data':{}}          | metadata
          /admin/parked/retry                | {'nodes':'one'}           | node
          /admin/threads/{thread}/migrate    | {'version':'2','dryrun':true} | dry_run
          """)
  void shouldNameTheNearestFieldWhenAnotherRequestHasAnUnknownOne(
      String path, String body, String nearest) {
    Reply reply = post(path, body);

    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
    assertThat(reply.json().get("detail").asText()).contains("'" + nearest + "'");
  }

  @Test
  void shouldListTheKnownFieldsWhenNoneIsNear() {
    Reply reply = post("/threads", "{'colour':'red'}");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.json().get("detail").asText()).contains("metadata").contains("'colour'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'durability':'async'           | 'durability':'exit'
          'durability':'sync'            | 'durability':'never'
          'durability':null              | 'durability':7
          'checkpoint_during':true       | 'checkpoint_during':false
          'on_completion':'delete'       | 'on_completion':'keep'
          'on_completion':'complete'     | 'on_completion':'continue'
          'feedback_keys':[]             | 'feedback_keys':['thumbs']
          'webhook':null                 | 'webhook':'http://127.0.0.1:1'
          'after_seconds':0              | 'after_seconds':5
          'langsmith_tracer':null        | 'langsmith_tracer':{'project_name':'p'}
          'stream_resumable':true        | 'stream_resumable':'yes'
          'strict_resume':true           | 'strict_resume':1
          'if_not_exists':'create'       | 'if_not_exists':'make'
          'on_disconnect':'cancel'       | 'on_disconnect':'stop'
          """)
  void shouldTakeWhatItLacksAtItsDefaultOnly(String usual, String other) {
    assertThat(post("/runs/wait", run(usual)).status()).isEqualTo(200);

    Reply refused = post("/runs/wait", run(other));

    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    String name = other.substring(1, other.indexOf('\'', 1));
    assertThat(refused.json().get("detail").asText()).contains("'" + name + "'");
  }

  @Test
  void shouldRefuseMetadataUnderTheNameOfItsOwn() {
    String facts = "{'assistant_id':'chain','metadata':{'__request__':{'stream_mode':['x']}}}";

    assertThat(post("/threads/{thread}/runs", facts).status()).isEqualTo(422);
    assertThat(post("/runs/wait", facts).status()).isEqualTo(422);
  }

  @Test
  void shouldTakeCommandsAsTheJavaScriptLibraryWritesThem() {
    String path = "/threads/{thread}/runs/wait";
    String run = "{'assistant_id':'approval','input':{'request':'a refund'}}".replace('\'', '"');
    String thread = server.post("/threads", "{}").json().get("thread_id").asText();
    Reply asked = server.post(path.replace("{thread}", thread), run);
    String send = "{'lg_name':'Send','node':'act','args':{'request':'b'},'timeout':null}";
    String command = "{'lg_name':'Command','goto':[" + send + "],'resume':{'approved':false}}";
    String body = "{'assistant_id':'approval','command':" + command + "}";

    Reply taken = server.post(path.replace("{thread}", thread), body.replace('\'', '"'));

    assertThat(asked.status()).as(asked.body()).isEqualTo(200);
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(taken.json().get("decision").asText()).isEqualTo("rejected");
    assertThat(taken.json().get("result").asText()).isEqualTo("done:b");
  }

  @Test
  void shouldTakeALifetimeOfThreadsAtItsDefaultOnly() {
    assertThat(post("/threads", "{'ttl':null,'supersteps':[]}").status()).isEqualTo(200);
    assertThat(post("/threads", "{'ttl':{'ttl':5,'strategy':'delete'}}").status()).isEqualTo(422);
    assertThat(post("/threads", "{'ttl':5}").status()).isEqualTo(422);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/threads/{thread}/runs?limit=-1",
    "GET,/threads/{thread}/runs?offset=-1",
    "GET,/threads/{thread}/history?limit=-1",
    "POST,/threads/{thread}/history",
    "POST,/assistants/search",
    "POST,/threads/search",
    "GET,/admin/parked?limit=-1",
    "POST,/admin/parked/retry"
  })
  void shouldRefuseNegativeLimits(String method, String path) {
    String thread = server.post("/threads", "{}").json().get("thread_id").asText();
    String there = path.replace("{thread}", thread);

    Reply reply = method.equals("GET") ? server.get(there) : server.post(there, "{\"limit\":-1}");

    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
  }
}
