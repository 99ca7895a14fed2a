package io.evergraph.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.agent.hook.StoredMedia;
import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Part;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads and users erased over HTTP. */
class ErasureTest {
  private static final byte[] A = {1};
  private static final String PATH = "/admin/erasures";
  private static final Graph GRAPH =
      Graph.builder("noting")
          .channels(Channel.of("note", String.class))
          .node("note", context -> Command.none())
          .edge(Graph.START, "note")
          .build();

  private static void run(TestServer server, String thread, String user) throws Exception {
    RunOptions options = RunOptions.builder().metadata(Map.of("user", user)).build();
    server
        .runtime()
        .start(GRAPH, ThreadId.of(thread), StateUpdate.empty(), options)
        .await(Duration.ofSeconds(30));
  }

  @Test
  void shouldEraseTheThreadsOfAUserAfterSayingWhich() throws Exception {
    try (TestServer server = TestServer.of(GRAPH)) {
      run(server, "of-ann", "ann");
      run(server, "of-bob", "bob");

      JsonNode plan = server.post(PATH, "{\"user\":\"ann\",\"dry_run\":true}").json();
      assertThat(server.get("/threads/of-ann").status()).isEqualTo(200);
      JsonNode done = server.post(PATH, "{\"user\":\"ann\"}").json();

      assertThat(plan.get("threads").toString()).isEqualTo("[\"of-ann\"]");
      assertThat(done.get("complete").asBoolean()).isTrue();
      assertThat(done.get("entries").toString())
          .contains("\"place\":\"history\",\"subject\":\"of-ann\",\"outcome\":\"removed\"");
      assertThat(server.get("/threads/of-ann").status()).isEqualTo(404);
      assertThat(server.get("/threads/of-bob").status()).isEqualTo(200);
    }
  }

  @Test
  void shouldAskForAThreadOrAUser() {
    try (TestServer server = TestServer.of(GRAPH)) {
      Reply neither = server.post(PATH, "{}");
      Reply both = server.post(PATH, "{\"user\":\"ann\",\"thread_id\":\"of-ann\"}");

      assertThat(neither.status()).isEqualTo(422);
      assertThat(both.status()).isEqualTo(422);
    }
  }

  @Test
  void shouldRefuseItemsOfAThread() throws Exception {
    try (TestServer server = TestServer.of(GRAPH)) {
      run(server, "of-ann", "ann");

      Reply refused =
          server.post(PATH, "{\"thread_id\":\"of-ann\",\"namespace\":\"memories/ann\"}");

      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.body()).contains("'namespace'", "beside 'user'");
      assertThat(server.get("/threads/of-ann").status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/memories/ann", "memories//ann", "memories/ann/", "memories/ /ann"})
  void shouldRemoveNothingWhereANamespaceHasAnEmptyName(String namespace) throws Exception {
    try (TestServer server = TestServer.of(GRAPH)) {
      run(server, "of-ann", "ann");

      Reply refused = server.post(PATH, "{\"user\":\"ann\",\"namespace\":\"" + namespace + "\"}");

      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.body()).contains("the namespace to erase");
      assertThat(server.get("/threads/of-ann").status()).isEqualTo(200);
    }
  }

  @Test
  void shouldSayThatThereAreNoLargeValuesToCleanUp() {
    try (TestServer server = TestServer.of(GRAPH)) {
      Reply reply = server.post("/admin/blob-clean-ups", "{\"dry_run\":true}");

      assertThat(reply.status()).isEqualTo(422);
      assertThat(reply.body()).contains("evergraph.blobs.store");
    }
  }

  @Test
  void shouldCleanUpLargeValuesThatNothingNames(@TempDir Path folder) throws Exception {
    BlobStore blobs = new FileBlobStore(folder);
    try (TestServer server = TestServer.of(InMemoryRuntime.of(GRAPH), blobs)) {
      String kept = StoredMedia.in(blobs).put(Part.Kind.IMAGE, "image/png", A, "").uri();
      StateUpdate note = StateUpdate.of(Channel.of("note", String.class), kept);
      server.runtime().start(GRAPH, ThreadId.of("t"), note).await(Duration.ofSeconds(30));
      BlobReference nobodys = blobs.put(new byte[] {2});

      Reply recent = server.post("/admin/blob-clean-ups", "{}");
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        }
      }
      Reply plan = server.post("/admin/blob-clean-ups", "{\"dry_run\":true}");
      assertThat(blobs.references()).hasSize(2);
      Reply done = server.post("/admin/blob-clean-ups", "{\"grace_seconds\":3600}");
      Reply hasty = server.post("/admin/blob-clean-ups", "{\"grace_seconds\":60}");

      assertThat(recent.body())
          .isEqualTo("{\"dry_run\":false,\"removed\":0,\"named\":1,\"recent\":1}");
      assertThat(plan.body())
          .isEqualTo("{\"dry_run\":true,\"removed\":1,\"named\":1,\"recent\":0}");
      assertThat(done.body())
          .isEqualTo("{\"dry_run\":false,\"removed\":1,\"named\":1,\"recent\":0}");
      assertThat(hasty.status()).isEqualTo(422);
      assertThat(blobs.references()).containsExactly(BlobReference.of(A)).doesNotContain(nobodys);
    }
  }
}
