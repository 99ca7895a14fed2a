package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.backend.jdbc.JdbcNodeCache;
import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator removes threads, users and large values, in a namespace that has no other threads.
 */
@Tag("real")
class EraseCommandTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String NAMESPACE = "erase-command";

  @TempDir private static Path folder;
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    TemporalOptions.Builder own =
        TemporalOptions.builder()
            .store(new LocalStore())
            .blobs(new FileBlobStore(folder))
            .inlineBytes(10_000);
    house = TemporalHouse.inNamespace(NAMESPACE, own, SampleGraphs.all().toArray(new Graph[0]));
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static CommandRun evergraph(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--temporal", RealTemporal.address(), "--namespace", NAMESPACE));
    all.addAll(List.of("--task-queue", "erase-command", "--blobs", folder.toString()));
    return CommandRun.of(all.toArray(new String[0]));
  }

  private static ThreadId run(String user, String value) throws Exception {
    ThreadId thread = ThreadId.random();
    RunOptions options = RunOptions.builder().metadata(Map.of("user", user)).build();
    StateUpdate input = new StateUpdate(List.of(new Write("value", value)));
    house.runtime().start("chain", thread, input, options).await(LONGEST);
    return thread;
  }

  @Test
  void shouldSayWhatItWouldEraseThenEraseIt() throws Exception {
    String anns = run("ann", "a").value();
    String bobs = run("bob", "b").value();
    await().atMost(LONGEST).until(() -> house.runtime().kept().all().size() >= 2);

    CommandRun plan = evergraph("erase", "--user", "ann", "--items", "notes/ann", "--dry-run");
    CommandRun json = evergraph("erase", "--thread", bobs, "--dry-run", "--format", "json");
    CommandRun done = evergraph("erase", "--thread", anns);
    CommandRun again =
        await()
            .atMost(LONGEST)
            .until(() -> evergraph("erase", "--thread", anns), it -> it.exitCode() == 0);

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains("PLACE", "history", anns, "removed", "Nothing was done yet; 1 threads.")
        .doesNotContain(bobs);
    assertThat(json.out())
        .as(json.err())
        .contains("\"place\":\"history\"", bobs, "\"outcome\":\"removed\"");
    assertThat(done.err()).isEmpty();
    assertThat(done.out()).doesNotContain("tasks ", "emissions ", "node cache ");
    assertThat(done.outLines())
        .anySatisfy(line -> assertThat(line).matches("history +" + anns + " +removed +1"));
    assertThat(again.outLines())
        .anySatisfy(line -> assertThat(line).matches("history +" + anns + " +removed +0"));
    assertThat(house.runtime().snapshot(ThreadId.of(bobs)).state().values()).isNotEmpty();
  }

  @Test
  void shouldReportAsTheDocumentsShow() throws Exception {
    ThreadId thread = ThreadId.of("order-7");
    RunOptions options = RunOptions.builder().metadata(Map.of("user", "dora")).build();
    StateUpdate input = new StateUpdate(List.of(new Write("value", "dear ".repeat(5_000))));
    house.runtime().start("chain", thread, input, options).await(LONGEST);
    await().atMost(LONGEST).until(() -> house.runtime().kept().all().contains(thread));

    CommandRun done = evergraph("erase", "--user", "dora");

    assertThat(done.err()).isEmpty();
    assertThat(Files.readString(Path.of("docs/erasure.md")))
        .contains(
            done.outLines().stream()
                .filter(line -> !line.contains("pending")) // the server may take a moment longer
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n", "```\n", "\n```\n")));
  }

  /** The command knows the graphs of the program alone. */
  @Test
  void shouldEraseAThreadWhoseGraphItDoesNotKnowFromTheStoresThatItIsGiven() throws Exception {
    ThreadId thread = runOfSomebodyElse();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
      String url = postgres.getJdbcUrl("postgres", "postgres");
      try (JdbcNodeCache cache = JdbcNodeCache.open(url, "postgres", "");
          JdbcTasks tasks = JdbcTasks.open(url, "postgres", "")) {
        NodeCache.Key key = new NodeCache.Key("of-somebody-else", "a", "0".repeat(32));
        cache.put(key, "{}", Optional.empty());
        tasks.records().create(task(thread.value()));
      }

      CommandRun done = withStores(url, "erase", "--thread", thread.value());

      assertThat(done.out()).as(done.err()).doesNotContain("unreached", "emissions ");
      assertThat(done.outLines())
          .anySatisfy(it -> assertThat(it).matches("node cache +of-somebody-else/a +removed +1"))
          .anySatisfy(it -> assertThat(it).matches("history +" + thread + " +removed +1"))
          .anySatisfy(it -> assertThat(it).matches("tasks +" + thread + " +removed +1"));
    }
  }

  private static CommandRun withStores(String url, String... words) {
    Map<String, String> properties =
        Map.of(
            "evergraph.cache.type",
            "jdbc",
            "evergraph.cache.jdbc.url",
            url,
            "evergraph.tasks.type",
            "jdbc",
            "evergraph.tasks.jdbc.url",
            url);
    properties.forEach(System::setProperty);
    try {
      return evergraph(words);
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }

  private static TaskRecord task(String thread) {
    Instant now = Instant.now();
    return new TaskRecord(
        thread,
        "of-somebody-else",
        "fred",
        thread,
        "r",
        Map.of(),
        Map.of(),
        TaskState.FAILED,
        "away",
        now,
        now);
  }

  private static ThreadId runOfSomebodyElse() throws Exception {
    Channel<String> value = Channel.of("value", String.class);
    Graph own =
        Graph.builder("of-somebody-else")
            .channels(value)
            .node("a", context -> Command.none(), policy -> policy.cache(CachePolicy.ALWAYS))
            .edge(Graph.START, "a")
            .build();
    ThreadId thread = ThreadId.random();
    house.runtime().start(own, thread, StateUpdate.of(value, "x")).await(LONGEST);
    return thread;
  }

  @Test
  void shouldRefuseItemsOfAThread() throws Exception {
    String kept = run("eve", "e").value();

    CommandRun refused = evergraph("erase", "--thread", kept, "--items", "notes/eve");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errLines()).singleElement().asString().contains("--user beside --items");
    assertThat(house.runtime().snapshot(ThreadId.of(kept)).state().values()).isNotEmpty();
  }

  @Test
  void shouldSayWhatIsMissing() {
    for (CommandRun run :
        List.of(evergraph("erase"), evergraph("erase", "--user", "a", "--thread", "b"))) {
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.errLines()).singleElement().asString().contains("--thread or --user");
    }
    CommandRun nameless = evergraph("erase", "--user", "");
    assertThat(nameless.exitCode()).isEqualTo(1);
    assertThat(nameless.errLines()).singleElement().asString().contains("a name");
    CommandRun hasty = evergraph("clean-blobs", "--grace", "1m");
    assertThat(hasty.exitCode()).isEqualTo(1);
    assertThat(hasty.errLines()).singleElement().asString().contains("PT1H");
  }

  @Test
  void shouldRemoveLargeValuesThatNothingNames() throws Exception {
    run("carol", "large ".repeat(5_000));
    FileBlobStore blobs = new FileBlobStore(folder);
    BlobReference nobodys = blobs.put(new byte[] {1, 2, 3});

    CommandRun recent = evergraph("clean-blobs");
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
      }
    }
    CommandRun plan = evergraph("clean-blobs", "--grace", "2h", "--dry-run");
    CommandRun json = evergraph("clean-blobs", "--dry-run", "--format", "json");
    assertThat(blobs.references()).contains(nobodys);
    CommandRun done = evergraph("clean-blobs", "--grace", "2h");

    assertThat(recent.outLines()).as(recent.err()).anyMatch(line -> line.matches("0 +\\d+ +1"));
    assertThat(plan.out()).as(plan.err()).contains("Nothing was done yet.");
    assertThat(json.out()).as(json.err()).contains("\"dry_run\":true", "\"removed\":1");
    assertThat(plan.outLines()).anyMatch(line -> line.matches("1 +\\d+ +0"));
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(blobs.references()).isNotEmpty().doesNotContain(nobodys);
  }
}
