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
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a child records is seen in the stream of its caller's run, as if it ran inline. */
@Tag("slow")
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
@Timeout(120)
class ChildPartsContract extends WatchContract {
  private static final StreamOptions ALL =
      StreamOptions.builder()
          .modes(
              StreamMode.VALUES,
              StreamMode.UPDATES,
              StreamMode.CHECKPOINTS,
              StreamMode.TASKS,
              StreamMode.CUSTOM)
          .subgraphs()
          .build();

  private static final List<Supplier<Embedding>> KINDS =
      List.of(() -> Embedding.DEFAULT, Embedding::ownThread);

  private static Graph around(
      String name, String node, Graph inner, Supplier<Embedding> embedding) {
    return Graph.builder(name)
        .channels(VALUE, LOG)
        .node("in", log("in"))
        .subgraph(node, inner, embedding.get())
        .node("after", log("after"))
        .edge(START, "in")
        .edge("in", node)
        .edge(node, "after")
        .build();
  }

  private static Graph steps(NodeAction second) {
    return Graph.builder("steps")
        .channels(VALUE, LOG)
        .node("first", log("first"))
        .node(
            "second",
            context -> {
              context.emitter().custom("works");
              return second.run(context);
            },
            NodePolicy.builder().attempts(1).build())
        .node("third", log("third"))
        .edge(START, "first")
        .edge("first", "second")
        .edge("second", "third")
        .build();
  }

  private static NodeAction asks() {
    return context -> Command.update(LOG, "" + context.interrupt(Question.of("well?")));
  }

  /** The path of the frame without the ids of tasks, and what is to be seen. */
  private static String line(StreamPart part) {
    return part instanceof StreamPart.OfTask
        ? text(part)
        : (path(part.namespace()) + " " + text(part)).strip();
  }

  private static String path(String namespace) {
    return namespace.replaceAll(":[^|]*", "");
  }

  private List<StreamPart> parts(RunHandle run) {
    List<StreamPart> parts = new ArrayList<>();
    try (RunStream stream = runtime().stream(run, ALL)) {
      stream.forEach(parts::add);
    }
    return parts;
  }

  private List<String> lines(RunHandle run) {
    return parts(run).stream().map(ChildPartsContract::line).toList();
  }

  /** The task that calls asks and fails as its child does, and is ready again as that is. */
  private static List<String> withoutFollowing(List<String> lines, String... calls) {
    List<String> rest = new ArrayList<>();
    for (String line : lines) {
      boolean follows =
          Stream.of(calls)
              .anyMatch(call -> line.matches("(.*:)?" + call + " (asks|fails|begins with).*"));
      if (!follows) {
        rest.add(line);
      }
    }
    return recordedFirst(rest);
  }

  /** What nodes emit is not recorded: a reader who is late with the records may see it before. */
  private static List<String> recordedFirst(List<String> lines) {
    return lines.stream().sorted(Comparator.comparing(line -> line.contains(" emits "))).toList();
  }

  @Test
  void shouldShowTheSameAsInlineAtAnyDepth() {
    for (Supplier<Embedding> outer : KINDS) {
      List<List<String>> seen = new ArrayList<>();
      for (Supplier<Embedding> inner : KINDS) {
        newThread();
        Graph middle = around("middle", "deep", steps(log("second")), inner);
        seen.add(recordedFirst(lines(begin(around("top", "child", middle, outer), "i"))));
      }
      assertThat(seen.get(1)).isEqualTo(seen.get(0));
      assertThat(seen.get(0)).contains("child:deep:second wrote [second]");
    }
  }

  @Test
  void shouldShowAChildOfARunTheSameAsInline() {
    List<List<String>> seen = new ArrayList<>();
    for (Supplier<Embedding> embedding : KINDS) {
      newThread();
      Graph graph = around("top", "child", steps(log("second")), embedding);
      seen.add(recordedFirst(lines(begin(graph, "i"))));
    }

    assertThat(seen.get(1)).isEqualTo(seen.get(0));
  }

  private List<List<String>> answered(Supplier<Embedding> embedding) {
    newThread();
    Graph middle = around("middle", "deep", steps(asks()), embedding);
    RunHandle first = begin(around("top", "child", middle, embedding), "i");
    List<String> asking = lines(first);
    RunResult asked = await(first);
    RunHandle second = runtime().answer(thread(), Answer.to(asked.interrupts().get(0).id(), "yes"));
    return Stream.of(asking, lines(second))
        .map(it -> withoutFollowing(it, "child", "deep"))
        .toList();
  }

  @Test
  void shouldShowTheSameAsInlineWhenAQuestionIsAnswered() {
    List<List<String>> inline = answered(() -> Embedding.DEFAULT);

    List<List<String>> own = answered(Embedding::ownThread);

    assertThat(own).isEqualTo(inline);
    assertThat(inline.get(0)).contains("child:deep:second asks well?");
    assertThat(inline.get(1)).contains("child:deep:second wrote [yes]");
  }

  @Test
  void shouldShowEachRunItsOwnPartWhenAChildIsAnsweredOnItsThread() {
    Graph graph = around("top", "child", steps(asks()), Embedding::ownThread);
    RunHandle first = begin(graph, "i");
    RunResult asked = await(first);
    ThreadId child = ThreadId.ofChild(thread(), runtime().snapshot(thread()).tasks().get(0).id());

    await(runtime().answer(child, Answer.to(asked.interrupts().get(0).id(), "there")));
    List<RunEvent> events = awaitEvent(it -> it.endsRun() && !it.runs().contains(first.runId()));

    String second = events.get(events.size() - 1).runs().get(0);
    assertThat(lines(first))
        .contains("child:first wrote [first]", "child:second asks well?")
        .doesNotContain("child:second wrote [there]");
    assertThat(lines(runtime().run(thread(), second)))
        .contains("child:second emits works", "child:second wrote [there]", "RunFinished")
        .doesNotContain("child:first wrote [first]");
  }

  @Test
  void shouldShowTheSameAsInlineWhenAFailedChildIsRetried() {
    List<List<List<String>>> seen = new ArrayList<>();
    for (Supplier<Embedding> embedding : KINDS) {
      newThread();
      AtomicInteger attempts = new AtomicInteger();
      Graph failing =
          steps(
              context -> {
                if (attempts.incrementAndGet() == 1) {
                  throw new IllegalStateException("not yet");
                }
                return Command.update(LOG, "at last");
              });
      RunHandle first = begin(around("top", "child", failing, embedding), "i");
      assertThat(await(first).status()).isEqualTo(RunStatus.PARKED);
      RunHandle second = runtime().answer(thread(), Answer.retry());
      assertThat(await(second).status()).isEqualTo(RunStatus.FINISHED);
      seen.add(Stream.of(first, second).map(it -> withoutFollowing(lines(it), "child")).toList());
    }
    assertThat(seen.get(1)).isEqualTo(seen.get(0));
    assertThat(seen.get(0).get(1)).contains("child:second wrote [at last]");
  }

  private static Graph fan(int calls) {
    List<Route> routes =
        IntStream.range(0, calls)
            .<Route>mapToObj(it -> Route.send("child", StateUpdate.of(VALUE, "" + it)))
            .toList();
    return Graph.builder("fan" + calls)
        .channels(VALUE, LOG)
        .subgraph("child", steps(log("second")), Embedding.ownThread())
        .routes(START, context -> routes, "child")
        .build();
  }

  private void assertWhole(List<StreamPart> parts, int calls) {
    List<String> expected = null;
    List<String> namespaces =
        parts.stream().map(StreamPart::namespace).filter(it -> !it.isEmpty()).distinct().toList();
    assertThat(namespaces).hasSize(calls);
    for (String namespace : namespaces) {
      List<String> own =
          parts.stream()
              .filter(part -> part.namespace().equals(namespace))
              .map(ChildPartsContract::line)
              .toList();
      expected = expected == null ? own : expected;
      assertThat(own).isEqualTo(expected).contains("child:third wrote [third]");
      List<String> order =
          parts.stream()
              .filter(part -> part.namespace().equals(namespace) || isResult(part, namespace))
              .map(ChildPartsContract::line)
              .toList();
      assertThat(order.get(order.size() - 1)).startsWith("child ends with");
    }
  }

  private static boolean isResult(StreamPart part, String namespace) {
    return part instanceof StreamPart.TaskEnded ended
        && namespace.equals("child:" + ended.origin().taskId());
  }

  @Test
  void shouldShowChildrenThatRunBesideEachOther() {
    assertWhole(list(fan(2), "i", ALL), 2);
  }

  @Test
  void shouldShowMoreChildrenThanAreReadAtOnce() {
    assertWhole(list(fan(40), "i", ALL), 40);
  }

  @Test
  void shouldShowWhatACancelledChildHadDone() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Graph graph =
        around(
            "top",
            "child",
            steps(
                context -> {
                  reached.countDown();
                  goesOn.await();
                  return Command.update(LOG, "held");
                }),
            Embedding::ownThread);
    RunHandle run = begin(graph, "i");
    CompletableFuture<List<String>> live = CompletableFuture.supplyAsync(() -> lines(run));
    reached.await();

    runtime().cancel(thread());

    assertThat(live.get())
        .contains("child:first wrote [first]", "child:second begins with [i, in, first]")
        .endsWith("RunCancelled");
    goesOn.countDown();
    RunHandle next = runtime().proceed(thread());
    assertThat(lines(next))
        .contains("child:second begins with [i, in, first]", "child:second wrote [held]")
        .doesNotContain("child:first wrote [first]")
        .endsWith("RunFinished");
    assertThat(lines(run)).contains("child:first wrote [first]").endsWith("RunCancelled");
  }

  @Test
  void shouldShowTheRestWhereAChildWasDeleted() {
    Graph graph = around("top", "child", steps(log("second")), Embedding::ownThread);
    RunHandle run = begin(graph, "i");
    await(run);
    String task =
        runtime().events(thread(), 1).stream()
            .filter(RunEvent.TaskFinished.class::isInstance)
            .map(RunEvent.TaskFinished.class::cast)
            .filter(it -> it.node().equals("child"))
            .map(RunEvent.TaskFinished::taskId)
            .findFirst()
            .orElseThrow();

    runtime().delete(ThreadId.ofChild(thread(), task));

    assertThat(lines(run))
        .contains("child wrote [first, second, third]")
        .noneMatch(it -> it.startsWith("child first"))
        .endsWith("RunFinished");
  }

  private static NodeAction fails() {
    return context -> {
      throw new IllegalArgumentException("no");
    };
  }

  @Test
  void shouldGoOnWhereAFailedChildIsSkipped() {
    RunHandle first = begin(around("top", "child", steps(fails()), Embedding::ownThread), "i");
    assertThat(await(first).status()).isEqualTo(RunStatus.PARKED);

    RunHandle second = runtime().answer(thread(), Answer.skip(StateUpdate.of(LOG, "instead")));

    assertThat(lines(first)).contains("child:second fails: java.lang.IllegalArgumentException: no");
    assertThat(lines(second))
        .contains("after wrote [after]")
        .noneMatch(it -> it.startsWith("child:second"))
        .endsWith("RunFinished");
  }

  @Test
  void shouldGoOnWhereTheFailureOfAChildIsHandled() {
    Graph graph =
        Graph.builder("handled")
            .channels(VALUE, LOG)
            .subgraph("child", steps(fails()), Embedding.ownThread())
            .node("rescue", log("rescued"))
            .onError("child", "rescue")
            .edge(START, "child")
            .build();

    assertThat(lines(begin(graph, "i")))
        .contains("child:second fails: java.lang.IllegalArgumentException: no")
        .contains("rescue wrote [rescued]")
        .endsWith("RunFinished");
  }
}
