package io.evergraph.llm;

import static io.evergraph.graph.Graph.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.StoredMedia;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ProviderServer.Format;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Media in a store on their way to a provider, in both wire formats, whole and streamed. */
@ParameterizedClass(name = "{0}, streamed: {1}")
@CsvSource({"OPENAI, false", "OPENAI, true", "ANTHROPIC, false", "ANTHROPIC, true"})
class StoredMediaTest {
  private static final byte[] PICTURE = "a picture of a pen".getBytes(UTF_8);
  private static final byte[] LETTER = "a letter about it".getBytes(UTF_8);
  private static final NodePolicy QUICK =
      ModelNode.POLICY.toBuilder().interval(Duration.ofMillis(1)).build();

  @Parameter(0)
  private Format format;

  @Parameter(1)
  private boolean streams;

  private final LocalBlobStore store = new LocalBlobStore();
  private final StoredMedia media = StoredMedia.in(store);
  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private final ThreadId thread = ThreadId.random();
  private ProviderServer provider;

  @BeforeEach
  void start() throws IOException {
    provider = ProviderServer.start(format, streams);
    provider.says("A ", "pen");
  }

  @AfterEach
  void close() throws IOException {
    provider.close();
    runtime.close();
  }

  private Graph agent() {
    return ReactAgent.of("sees", provider.model()).modelPolicy(QUICK).with(media).build();
  }

  private RunResult ask(Graph graph, Part... parts) {
    return runtime
        .start(graph, thread, StateUpdate.of(ReactAgent.MESSAGES, Message.user(parts)))
        .await();
  }

  private static String base64(byte[] content) {
    return Base64.getEncoder().encodeToString(content);
  }

  private JsonNode content(int request) throws IOException {
    JsonNode asked = new JsonMapper().readTree(provider.bodies().get(request));
    return asked.get("messages").get(0).get("content");
  }

  @Test
  void shouldSendTheBytesAndKeepTheAddress() throws IOException {
    Media picture = media.put(Part.Kind.IMAGE, "image/png", PICTURE, "").withDetail("high");
    Media letter = media.put(Part.Kind.FILE, "application/pdf", LETTER, "letter.pdf");

    RunResult result = ask(agent(), new Part.Text("What is it?"), picture, letter);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    JsonNode sent = content(0);
    if (format == Format.OPENAI) {
      assertThat(sent.get(1).get("image_url").get("url").asText())
          .isEqualTo("data:image/png;base64," + base64(PICTURE));
      assertThat(sent.get(1).get("image_url").get("detail").asText()).isEqualTo("high");
      assertThat(sent.get(2).get("file").get("file_data").asText()).endsWith(base64(LETTER));
    } else {
      assertThat(sent.get(1).get("source").get("type").asText()).isEqualTo("base64");
      assertThat(sent.get(1).get("source").get("media_type").asText()).isEqualTo("image/png");
      assertThat(sent.get(1).get("source").get("data").asText()).isEqualTo(base64(PICTURE));
      assertThat(sent.get(2).get("source").get("data").asText()).isEqualTo(base64(LETTER));
    }
    assertThat(picture.uri()).isEqualTo("blob:image/png," + name(PICTURE));
    assertThat(result.state().get(ReactAgent.MESSAGES).get(0).content())
        .containsExactly(new Part.Text("What is it?"), picture, letter);
    assertThat(runtime.history(thread, HistoryQuery.all()).toString())
        .contains(picture.uri())
        .doesNotContain(base64(PICTURE));
  }

  private static String name(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    return reference.hash() + "-" + reference.size();
  }

  @Test
  void shouldSayThatTheStoreDoesNotHaveAMedium() {
    Media gone = media.put(Part.Kind.IMAGE, "image/png", PICTURE, "");
    store.delete(BlobReference.of(PICTURE));

    RunResult result = ask(agent(), gone);

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(BlobUnavailableException.class.getName());
    assertThat(failure.reason()).contains(BlobReference.of(PICTURE).hash());
    assertThat(provider.requests()).isZero();
  }

  @Test
  void shouldSendTheBytesFromANodeThatIsNoAgent() throws IOException {
    Graph graph =
        Graph.builder("node")
            .channels(ReactAgent.MESSAGES)
            .node(
                "llm",
                ModelNode.of(provider.model(), ReactAgent.MESSAGES).withAround(List.of(media)),
                QUICK)
            .edge(START, "llm")
            .build();
    Media picture = media.put(Part.Kind.IMAGE, "image/png", PICTURE, "");

    RunResult unused = ask(graph, picture);

    assertThat(content(0).toString()).contains(base64(PICTURE));
  }
}
