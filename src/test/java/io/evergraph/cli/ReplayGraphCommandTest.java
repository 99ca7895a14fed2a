package io.evergraph.cli;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.export.GraphLoader;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a graph of the program would do to threads that were recorded before. */
class ReplayGraphCommandTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<String> VALUE = Channel.of("value", String.class);

  @TempDir Path folder;

  private static Graph chain() {
    return SampleGraphs.all().stream()
        .filter(graph -> graph.name().equals("chain"))
        .findFirst()
        .orElseThrow();
  }

  /** The sample as it might have been before. */
  private static Graph shorter() {
    return Graph.builder("chain")
        .version("0")
        .channels(VALUE)
        .node("a", context -> Command.update(VALUE, "a"))
        .edge(START, "a")
        .build();
  }

  private static void run(TemporalHouse house, Graph graph, String thread) throws TimeoutException {
    run(house, graph, thread, "x");
  }

  private static void run(TemporalHouse house, Graph graph, String thread, String value)
      throws TimeoutException {
    RunOptions alone = RunOptions.builder().alone().build();
    house
        .runtime()
        .start(graph, ThreadId.of(thread), StateUpdate.of(VALUE, value), alone)
        .await(LONGEST);
  }

  private Path history(Graph graph, String thread) throws IOException, TimeoutException {
    try (TemporalHouse house = TemporalHouse.embedded(graph)) {
      run(house, graph, thread);
      String json = house.connection().client().fetchHistory(thread).toJson(true);
      return Files.writeString(folder.resolve(thread + ".json"), json);
    }
  }

  private static CommandRun replay(String... words) {
    List<String> all = new ArrayList<>(List.of("replay"));
    all.addAll(List.of(words));
    return CommandRun.of(all.toArray(new String[0]));
  }

  @Test
  void shouldEndWithZeroWhereTheHistoriesFitAndWithOneWhereOneDoesNot() throws Exception {
    String same = history(chain(), "same").toString();
    String other = history(shorter(), "other").toString();

    CommandRun fits = replay("--graph", "chain", "--history", same);
    CommandRun differs = replay("--graph", "chain", "--history", same, "--history", other);

    assertThat(fits.exitCode()).as(fits.err() + fits.out()).isZero();
    assertThat(fits.outLines()).last().isEqualTo("1 fit, 0 do not.");
    assertThat(differs.exitCode()).as(differs.err()).isEqualTo(1);
    assertThat(differs.outLines()).last().isEqualTo("1 fit, 1 do not.");
    assertThat(differs.out())
        .contains("other, checkpoint 0", "after an input: expected StepCommitted", "new node one");
  }

  @Test
  void shouldReadTheLargeValuesOfAHistoryWhereTheyAreSaidToBe() throws Exception {
    Path values = folder.resolve("values");
    TemporalOptions options =
        TemporalOptions.builder().blobs(new FileBlobStore(values)).inlineBytes(1_000).build();
    Path history = folder.resolve("large.json");
    try (TemporalHouse house =
        TemporalHouse.on(EmbeddedTemporal.start(options, StateCodec.create()), chain())) {
      run(house, chain(), "large", "x".repeat(5_000));
      Files.writeString(history, house.connection().client().fetchHistory("large").toJson(true));
    }

    CommandRun without = replay("--graph", "chain", "--history", history.toString());
    CommandRun with =
        replay("--graph", "chain", "--history", history.toString(), "--blobs", values.toString());

    assertThat(without.exitCode()).isEqualTo(1);
    assertThat(with.exitCode()).as(with.err() + with.out()).isZero();
  }

  @Test
  void shouldAskNoServerThoughOneIsConfigured() throws Exception {
    String same = history(chain(), "same").toString();

    CommandRun fits =
        with(
            Map.of("evergraph.temporal.target", "127.0.0.1:1"),
            "--graph",
            "chain",
            "--history",
            same);

    assertThat(fits.exitCode()).as(fits.err() + fits.out()).isZero();
  }

  @Test
  void shouldReadAnOlderVersionWhereTheFilesHoldItToo() throws Exception {
    Path old = file("1", "value");
    Path changed = file("2", "note");
    BindingRegistry names = new BindingRegistry().graph(chain());
    Graph first = new GraphLoader(names).load(Files.readString(old), old.toString());
    String history = history(first, "written").toString();

    CommandRun alone = replayWith(changed.toUri().toString(), history);
    CommandRun both = replayWith(old.toUri() + "," + changed.toUri(), history);

    assertThat(alone.exitCode()).isEqualTo(1);
    assertThat(alone.out())
        .contains("written.json: does not fit, nothing could be played", "'value'")
        .contains("evergraph.graphs");
    assertThat(both.exitCode()).as(both.err()).isEqualTo(1);
    assertThat(both.out())
        .contains("written.json: does not fit, ", "steps of version 1", "after an input", "'value'")
        .doesNotContain("nothing could be played");
  }

  private Path file(String version, String channel) throws IOException {
    return file(version, channel, "first");
  }

  /** A graph of nodes in a row. */
  private Path file(String version, String channel, String... nodes) throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "name: letters",
                "version: '" + version + "'",
                "state:",
                "  channels:",
                "    - {name: log, type: list<string>, reducer: append}",
                "    - {name: " + channel + ", type: string}",
                "nodes:"));
    Stream.of(nodes).map(it -> "  - {name: " + it + ", graph: chain}").forEach(lines::add);
    lines.add("edges:");
    String before = START;
    for (String node : nodes) {
      lines.add("  - {from: " + before + ", to: " + node + "}");
      before = node;
    }
    return Files.write(folder.resolve(version + ".yaml"), lines);
  }

  private static CommandRun replayWith(String files, String history) {
    return with(Map.of("evergraph.graphs", files), "--graph", "letters", "--history", history);
  }

  private static CommandRun with(Map<String, String> properties, String... words) {
    properties.forEach(System::setProperty);
    try {
      return replay(words);
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }

  @Test
  @Tag("real")
  void shouldPlayAThreadThatOnlyTheCheckpointStoreHas() throws Exception {
    Path old = file("1", "value", "first");
    Path changed = file("2", "value", "first", "second");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
      String url = postgres.getJdbcUrl("postgres", "postgres");
      save(url, old, "kept");
      Map<String, String> store =
          Map.of("evergraph.checkpoints.type", "jdbc", "evergraph.checkpoints.jdbc.url", url);
      String both = old.toUri() + "," + changed.toUri();
      String[] words = {"--graph", "letters", "--runtime", "memory", "--thread", "kept"};

      CommandRun same = with(and(store, old.toUri().toString()), words);
      CommandRun other = with(and(store, both), words);
      CommandRun nowhere = with(Map.of("evergraph.graphs", both), words);

      assertThat(same.exitCode()).as(same.err() + same.out()).isZero();
      assertThat(same.outLines()).first().asString().startsWith("kept: fits, ");
      assertThat(other.exitCode()).as(other.err() + other.out()).isEqualTo(1);
      assertThat(other.out())
          .contains("kept: does not fit, ", "steps of version 1", "new node second");
      assertThat(nowhere.exitCode()).isEqualTo(1);
      assertThat(nowhere.out()).contains("kept: cannot be played: ");
    }
  }

  private static Map<String, String> and(Map<String, String> store, String files) {
    Map<String, String> all = new HashMap<>(store);
    all.put("evergraph.graphs", files);
    return all;
  }

  private static void save(String url, Path file, String thread) throws Exception {
    BindingRegistry names = new BindingRegistry().graph(chain());
    Graph graph = new GraphLoader(names).load(Files.readString(file), file.toString());
    try (JdbcCheckpointStore store = JdbcCheckpointStore.open(url, "postgres", "postgres");
        InMemoryRuntime runtime =
            InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build()) {
      runtime
          .start("letters", ThreadId.of(thread), StateUpdate.of(VALUE, "x"), RunOptions.defaults())
          .await(LONGEST);
    }
  }

  @Test
  void shouldSayWhichFileIsNoHistory() throws Exception {
    Path garbage = Files.writeString(folder.resolve("garbage.json"), "{\"events\": 7");

    Path bytes = Files.write(folder.resolve("bytes.json"), new byte[] {(byte) 0xff, 0, 1});

    CommandRun run =
        replay("--graph", "chain", "--history", garbage.toString(), "--history", bytes.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("garbage.json: cannot be played", "bytes.json: cannot be played");
  }

  @Test
  void shouldEndWithTwoWhereItIsMisused() {
    misused("--graph", "replay");
    misused("--graph", "replay", "--thread", "x");
    misused("--graph", "replay", "--graph", "chain", "--conversations", "x");
    misused("--thread", "replay", "--graph", "chain", "--runtime", "memory");
    misused("--history", "replay", "--graph", "chain", "--thread", "x", "--history", "y");
  }

  private static void misused(String hint, String... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errLines()).singleElement().asString().contains(hint);
  }

  @Test
  @Tag("real")
  void shouldPlayTheThreadsOfAServer() throws Exception {
    String[] server = {"--temporal", RealTemporal.address(), "--task-queue", "replay-graph"};
    try (TemporalHouse house = TemporalHouse.real("replay-graph", chain())) {
      run(house, chain(), "replayed-one");
      run(house, chain(), "replayed-two");
      CommandRun one =
          replay(
              "--graph",
              "chain",
              "--thread",
              "replayed-one",
              server[0],
              server[1],
              server[2],
              server[3]);
      CommandRun all =
          Awaitility.await()
              .atMost(LONGEST)
              .until(
                  () -> replay("--graph", "chain", server[0], server[1], server[2], server[3]),
                  found -> found.out().contains("replayed-one") && found.out().contains("-two"));

      assertThat(one.exitCode()).as(one.err() + one.out()).isZero();
      assertThat(one.outLines()).first().asString().startsWith("replayed-one: fits, ");
      assertThat(all.outLines()).last().asString().endsWith("do not.");
    }
  }
}
