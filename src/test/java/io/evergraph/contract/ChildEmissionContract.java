package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What nodes of a child emit reaches those who read the thread above, as if it ran inline. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class ChildEmissionContract extends WatchContract {
  private static final StreamOptions LIVE =
      StreamOptions.builder().modes(StreamMode.CUSTOM, StreamMode.MESSAGES).subgraphs().build();

  private static final NodeAction SPEAKS =
      context -> {
        context.emitter().custom("begins");
        for (String word : List.of("one", "two", "three")) {
          context.emitter().text("m", word);
        }
        context.emitter().progress("done", 1.0);
        return Command.update(LOG, "spoken");
      };

  private static Graph speaking() {
    return Graph.builder("speaking")
        .channels(VALUE, LOG)
        .node("speak", SPEAKS)
        .edge(START, "speak")
        .build();
  }

  private static Graph around(String name, String node, Graph inner, Embedding embedding) {
    return Graph.builder(name)
        .channels(VALUE, LOG)
        .node("in", log("in"))
        .subgraph(node, inner, embedding)
        .node("after", context -> SPEAKS.run(context))
        .edge(START, "in")
        .edge("in", node)
        .edge(node, "after")
        .build();
  }

  private static Graph nested(Supplier<Embedding> outer, Supplier<Embedding> inner) {
    Graph middle = around("middle", "deep", speaking(), inner.get());
    return around("top", "child", middle, outer.get());
  }

  /** The path of the node without the ids of tasks, and what it says. */
  private static String said(StreamPart part) {
    if (!(part instanceof StreamPart.OfTask ofTask)) {
      return text(part);
    }
    TaskOrigin origin = ofTask.origin();
    String path = origin.namespace().replaceAll(":[^|]*", "/").replace("|", "") + origin.node();
    String text = part instanceof StreamPart.MessageChunk ? text(part) : withoutNode(part);
    return path + " " + text;
  }

  private static String withoutNode(StreamPart part) {
    return text(part).replaceFirst("^\\S+ ", "");
  }

  private List<String> said(RunHandle run, StreamOptions options) {
    List<String> said = new ArrayList<>();
    try (RunStream stream = runtime().stream(run, options)) {
      stream.forEach(part -> said.add(said(part)));
    }
    return said;
  }

  private static List<String> spoken(String path) {
    return List.of(
        path + " emits begins",
        path + " m one",
        path + " m two",
        path + " m three",
        path + " is done 1.0");
  }

  @Test
  void shouldShowTheInsideOfAChildAtAnyDepthAsThatOfAnInlineSubgraph() {
    List<Supplier<Embedding>> kinds = List.of(() -> Embedding.DEFAULT, Embedding::ownThread);
    for (Supplier<Embedding> outer : kinds) {
      for (Supplier<Embedding> inner : kinds) {
        newThread();

        List<String> said = said(begin(nested(outer, inner), "i"), LIVE);

        List<String> expected = new ArrayList<>();
        expected.addAll(spoken("child/deep/speak"));
        expected.addAll(spoken("child/after"));
        expected.addAll(spoken("after"));
        expected.add("RunFinished");
        assertThat(said).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldShowTheInsideToThoseOnlyWhoWantIt() {
    Graph graph = around("top", "child", speaking(), Embedding.ownThread());
    RunHandle run = begin(graph, "i");

    List<String> said =
        said(run, StreamOptions.of(StreamMode.CUSTOM, StreamMode.MESSAGES)).stream()
            .filter(it -> it.contains("speak"))
            .toList();

    assertThat(said).isEmpty();
  }

  @Test
  void shouldShowALateReaderTheTextOfANodeOfAChildsChildFromItsBeginning() throws Exception {
    int pieces = 3_000;
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch seen = new CountDownLatch(1);
    Graph wordy =
        Graph.builder("wordy")
            .channels(VALUE, LOG)
            .node(
                "write",
                context -> {
                  for (int piece = 0; piece < pieces; piece++) {
                    context.emitter().text("m", "" + piece);
                  }
                  written.countDown();
                  seen.await();
                  return Command.update(LOG, "written");
                })
            .edge(START, "write")
            .build();
    Graph middle = around("middle", "deep", wordy, Embedding.ownThread());
    RunHandle run = begin(around("top", "child", middle, Embedding.ownThread()), "i");
    written.await();

    List<String> said = new ArrayList<>();
    try (RunStream late = runtime().stream(run, LIVE)) {
      long longest = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (said.size() < pieces && System.nanoTime() < longest) {
        late.next(Duration.ofSeconds(1)).forEach(part -> said.add(said(part)));
      }
      seen.countDown();
      late.forEach(part -> said.add(said(part)));
    }

    assertThat(said.subList(0, pieces))
        .isEqualTo(IntStream.range(0, pieces).mapToObj(it -> "child/deep/write m " + it).toList());
    assertThat(said).filteredOn(it -> it.startsWith("child/deep")).hasSize(pieces);
  }

  @Test
  void shouldKeepChildrenThatRunBesideEachOtherApart() {
    Graph graph =
        Graph.builder("fan")
            .channels(VALUE, LOG)
            .subgraph("child", speaking(), Embedding.ownThread())
            .routes(
                START,
                context ->
                    Stream.of("a", "b", "c")
                        .<Route>map(it -> Route.send("child", StateUpdate.of(VALUE, it)))
                        .toList(),
                "child")
            .build();

    List<StreamPart> parts = list(graph, "i", LIVE);

    List<String> calls =
        parts.stream().map(StreamPart::namespace).filter(it -> !it.isEmpty()).distinct().toList();
    assertThat(calls).hasSize(3);
    for (String call : calls) {
      assertThat(parts.stream().filter(it -> isIn(call, it)).map(ChildEmissionContract::said))
          .containsExactlyElementsOf(spoken("child/speak"));
    }
  }

  private static boolean isIn(String namespace, StreamPart part) {
    return part.namespace().equals(namespace);
  }

  private static Graph asking() {
    NodeAction asks =
        context -> {
          int run = context.state().get(LOG).size();
          context.emitter().custom("before " + run);
          String answer = context.interrupt(Question.asking(String.class, "well?"));
          context.emitter().custom("after " + answer);
          return Command.update(LOG, answer);
        };
    return Graph.builder("asking")
        .channels(VALUE, LOG)
        .node("first", asks)
        .node("second", asks)
        .edge(START, "first")
        .edge("first", "second")
        .build();
  }

  private ThreadId childOf(ThreadId parent) {
    return ThreadId.ofChild(
        parent, runtime().snapshot(parent).tasks().stream().findFirst().orElseThrow().id());
  }

  private List<String> inside(RunHandle run) {
    return said(run, LIVE).stream().filter(it -> it.startsWith("child/")).toList();
  }

  @Test
  void shouldShowEachRunWhatIsEmittedInItWhoeverAnswers() {
    Graph middle =
        Graph.builder("middle")
            .channels(VALUE, LOG)
            .subgraph("deep", asking(), Embedding.ownThread())
            .edge(START, "deep")
            .build();
    Graph graph =
        Graph.builder("top")
            .channels(VALUE, LOG)
            .subgraph("child", middle, Embedding.ownThread())
            .edge(START, "child")
            .build();
    RunHandle first = begin(graph, "i");
    RunResult asked = await(first);
    ThreadId deep = childOf(childOf(thread()));
    List<String> runs = new ArrayList<>(List.of(first.runId()));

    RunResult inside =
        await(runtime().answer(deep, Answer.to(asked.interrupts().get(0).id(), "there")));
    assertThat(inside.status()).isEqualTo(RunStatus.WAITING);
    List<RunEvent> events = awaitEvent(it -> isStopOfAnother(it, first.runId()));
    runs.add(events.get(events.size() - 1).runs().get(0));
    String question =
        runtime().snapshot(thread()).interrupts().stream().findFirst().orElseThrow().id();
    RunHandle last = runtime().answer(thread(), Answer.to(question, "here"));
    assertThat(await(last).status()).isEqualTo(RunStatus.FINISHED);
    runs.add(last.runId());

    assertThat(runs.stream().map(it -> inside(runtime().run(thread(), it))))
        .containsExactly(
            List.of("child/deep/first emits before 1"),
            List.of(
                "child/deep/first emits before 1",
                "child/deep/first emits after there",
                "child/deep/second emits before 2"),
            List.of("child/deep/second emits before 2", "child/deep/second emits after here"));
  }

  private static boolean isStopOfAnother(RunEvent event, String run) {
    return event.endsRun() && !event.runs().contains(run);
  }
}
