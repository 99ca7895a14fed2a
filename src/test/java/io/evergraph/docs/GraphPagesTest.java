package io.evergraph.docs;

import static io.evergraph.docs.DigestExample.DOCUMENTS;
import static io.evergraph.docs.DigestExample.REPORT;
import static io.evergraph.docs.DigestExample.SUMMARIES;
import static io.evergraph.docs.VersionsExample.LETTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.docs.RefundExample.Refund;
import io.evergraph.docs.VersionsExample.Letter;
import io.evergraph.docs.VersionsExample.OlderLetter;
import io.evergraph.error.VersionMisfitException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the pages on map-reduce, time travel and versions show is compiled, and does what they say.
 */
@ExtendWith(EvergraphExtension.class)
class GraphPagesTest {
  static Stream<TestServer> servers() {
    return Stream.of(TestServer.memory(), TestServer.embedded());
  }

  @ParameterizedTest
  @CsvSource({
    "DigestExample, map-reduce, graph",
    "DigestExample, map-reduce, decide",
    "TimeTravelExample, time-travel, look",
    "TimeTravelExample, time-travel, fork",
    "TimeTravelExample, time-travel, back",
    "VersionsExample, changing-graphs, record",
    "VersionsExample, changing-graphs, first",
    "VersionsExample, changing-graphs, second",
    "VersionsExample, changing-graphs, move",
    "VersionsExample, changing-graphs, play",
    "SchedulesExample, schedules, create",
    "SchedulesExample, schedules, agent",
    "SchedulesExample, schedules, spring",
    "EagerExample, eager, graph"
  })
  void shouldShowTheCodeThatIsCompiled(String source, String page, String part) {
    new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/" + source + ".java"))
        .assertShownOn(Path.of("docs/" + page + ".md"), part);
  }

  /** The third fails once, the seventh until it is mended, the thirteenth for ever. */
  private static final class Shelf implements DigestExample.Reader {
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final Queue<String> read = new ConcurrentLinkedQueue<>();
    private volatile boolean mended;

    @Override
    public String summary(String document) throws IOException {
      int times = asked.merge(document, 1, Integer::sum);
      if (document.equals("3") && times == 1 || document.equals("7") && !mended) {
        throw new IOException("no line");
      }
      if (document.equals("13")) {
        throw new IOException(document + " is encrypted");
      }
      read.add(document);
      return "about " + document;
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldRetryParkAndSkipDocuments(TestServer server) {
    Shelf shelf = new Shelf();
    String[] documents =
        IntStream.rangeClosed(1, 20).mapToObj(String::valueOf).toArray(String[]::new);
    GraphRun run =
        GraphRun.of(DigestExample.digest(shelf))
            .on(server)
            .input(StateUpdate.of(DOCUMENTS, documents))
            .start();

    assertThat(run).parkedAt("read").toolRan("read", 18);

    shelf.mended = true;
    RunResult result = DigestExample.decide(run.runtime(), run.thread()).await();

    List<String> summaries = result.state().get(SUMMARIES);
    assertThat(summaries).hasSize(20).startsWith("about 1", "about 2", "about 3");
    assertThat(summaries.get(12)).isEqualTo("(encrypted)");
    assertThat(result.state().get(REPORT)).isEqualTo(String.join("\n", summaries));
    assertThat(shelf.read).hasSize(19).doesNotHaveDuplicates();
    assertThat(shelf.asked).containsEntry("3", 2).containsEntry("7", 5).containsEntry("13", 4);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldGoBackAndElsewhere(TestServer server) {
    GraphRun run =
        GraphRun.of(RefundExample.refunds())
            .on(server)
            .input(StateUpdate.of(RefundExample.REFUND, new Refund("7", 250)))
            .start()
            .answer(new RefundExample.Verdict(true, "go on"));
    GraphRuntime runtime = run.runtime();

    assertThat(
            TimeTravelExample.beforeTheApproval(runtime, run.thread())
                .state()
                .get(RefundExample.LOG))
        .containsExactly("assessed");

    RunResult small = TimeTravelExample.asASmallRefund(runtime, run.thread());
    assertThat(small.state().get(RefundExample.REFUND).amount()).isEqualTo(50);
    assertThat(small.state().get(RefundExample.LOG)).hasSize(2).doesNotContain("go on");

    ThreadSnapshot open = TimeTravelExample.askAgain(runtime, run.thread());
    assertThat(open.interrupts()).hasSize(1);
    ThreadId copy = ThreadId.random();
    assertThat(TimeTravelExample.tryElsewhere(runtime, run.thread(), copy).next())
        .containsExactly("approve");
    assertThat(
            runtime
                .answer(run.thread(), Answer.single(new RefundExample.Verdict(false, "no")))
                .await()
                .state()
                .get(RefundExample.LOG))
        .containsExactly("assessed", "no");
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldMoveAWaitingThreadToTheNextVersion(TestServer server) {
    StateUpdate letter = StateUpdate.of(LETTER, new Letter("Ann", "Hello", null));
    GraphRun run = GraphRun.of(VersionsExample.first()).on(server).input(letter).start();
    run.runtime().graphs().register(VersionsExample.second());

    VersionsExample.move(run.runtime(), run.thread());

    assertThat(run.answer(true))
        .finished()
        .holds(VersionsExample.CHECK, "in en")
        .holds(LETTER, new Letter("Ann", "Hello (sent)", "en"));
    assertThatThrownBy(() -> run.runtime().migrate(run.thread(), "1"))
        .isInstanceOf(VersionMisfitException.class)
        .hasMessageContaining("channel 'check' is not declared any more");
  }

  @Test
  void shouldReadOlderRecordsAndLetOlderCodeReadNewerOnes() {
    StateCodec codec = StateCodec.create();
    JsonNode older = codec.toJson(new OlderLetter("Ann", "Hello"));
    JsonNode newer = codec.toJson(new Letter("Ann", "Hello", "fr"));

    assertThat(codec.<Letter>fromJson(older, Letter.class, "a letter"))
        .isEqualTo(new Letter("Ann", "Hello", "en"));
    assertThat(codec.<OlderLetter>fromJson(newer, OlderLetter.class, "a letter"))
        .isEqualTo(new OlderLetter("Ann", "Hello"));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldKeepTheDraftsOfASubgraphToItself(TestServer server) {
    StateUpdate topic = StateUpdate.of(ApplicationsExample.TEXT, "thanks");

    GraphRun run = GraphRun.of(ApplicationsExample.letters()).on(server).input(topic).start();

    assertThat(run).finished().holds(ApplicationsExample.RESULT, "sent: Draft of thanks, polished");
    assertThat(run.state().has("drafts")).isFalse();
    assertThat(run.result().snapshot().subgraphs()).hasSize(1);
  }

  @Test
  void shouldTellWhereARecordedThreadDiffers() {
    ThreadId thread = ThreadId.of("order-7");
    try (TemporalHouse house = TemporalHouse.embedded(VersionsExample.first())) {
      StateUpdate letter = StateUpdate.of(LETTER, new Letter("Ada", "Hello", null));
      house.runtime().start(VersionsExample.first(), thread, letter).await();
      house.runtime().answer(thread, Answer.single(true)).await();

      List<ReplayReport> reports = VersionsExample.differing(house.connection(), List.of(thread));

      assertThat(reports)
          .singleElement()
          .extracting(report -> report.first().orElseThrow().text())
          .asString()
          .startsWith("thread order-7, checkpoint 2, step 0, after the result of node ask:")
          .contains("expected TaskFinished {", "but found 'Expected node 'ask' to go to one of [");
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldAskTheModelBeforeTheSearchHasEnded(TestServer server) {
    CountDownLatch asked = new CountDownLatch(1);
    NodeAction search =
        context -> {
          assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
          return Command.update(EagerExample.FINDINGS, "found");
        };
    NodeAction askModel =
        context -> {
          asked.countDown();
          return Command.update(EagerExample.FINDINGS, "said");
        };
    NodeAction judge =
        context ->
            Command.update(
                EagerExample.VERDICT,
                context.state().get(EagerExample.FINDINGS).stream().sorted().toList().toString());

    RunResult result =
        GraphRun.of(
                EagerExample.report(
                    search,
                    context -> Command.update(EagerExample.FINDINGS, "read"),
                    askModel,
                    judge))
            .on(server)
            .start()
            .result();

    assertThat(result.state().get(EagerExample.VERDICT)).isEqualTo("[found, read, said]");
  }
}
