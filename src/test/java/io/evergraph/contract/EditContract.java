package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What follows an edit, and what parks where a superstep cannot be committed. */
@OnRuntimes
class EditContract extends RuntimeContract {
  private static final Channel<String> SECRET = Channel.of("secret", String.class);

  private static NodeAction asks() {
    return context ->
        Command.update(LOG, context.interrupt(Question.asking(String.class, "go on?")));
  }

  private static Graph agent(String name) {
    return Graph.builder(name)
        .channels(LOG, VALUE)
        .node("model", log("model"))
        .node("tools", asks())
        .edge(START, "model")
        .route("model", state -> state.find(VALUE).orElse("tools"), "tools", END)
        .build();
  }

  private RunResult proceed() {
    return await(runtime().proceed(thread(), thread() + "-" + System.nanoTime(), null));
  }

  @Test
  void shouldNotRunTheToolsBehindAnEditThatRoutesToTheEnd() {
    start(agent("rerouted"), StateUpdate.empty());

    runtime().editState(thread(), null, StateUpdate.of(VALUE, END), null);

    ThreadSnapshot after =
        eventually(() -> runtime().snapshot(thread()), it -> it.status() == ThreadStatus.IDLE);
    assertThat(after.interrupts()).isEmpty();
    assertThat(after.next()).isEmpty();
    assertThat(after.state().get(LOG)).containsExactly("model");
  }

  @Test
  void shouldEndAnEditWhenItStandsWhateverRunFollows() throws Exception {
    AtomicBoolean editing = new AtomicBoolean();
    CountDownLatch routed = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    Graph graph =
        Graph.builder("followed")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  awaitWhere(editing, released);
                  return Command.update(LOG, "a");
                })
            .edge(START, "a")
            .route(
                "a",
                state -> {
                  awaitWhere(editing, routed);
                  return END;
                },
                END)
            .build();
    start(graph, StateUpdate.empty());
    editing.set(true);
    CompletableFuture<ThreadSnapshot> edit =
        CompletableFuture.supplyAsync(
            () -> runtime().editState(thread(), null, StateUpdate.of(LOG, "edit"), "a"));
    eventually(() -> runtime().snapshot(thread()), it -> it.status() == ThreadStatus.BUSY);
    RunHandle next = runtime().start(graph, thread(), StateUpdate.empty());

    routed.countDown();

    assertThat(edit.get(30, TimeUnit.SECONDS).state().get(LOG)).containsExactly("a", "edit");
    released.countDown();
    assertThat(await(next).state().get(LOG)).containsExactly("a", "edit", "a");
  }

  private static void awaitWhere(AtomicBoolean wanted, CountDownLatch latch) {
    try {
      assertThat(!wanted.get() || latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void shouldKeepAQuestionThatAnEditStillRoutesTo() {
    RunResult asked = start(agent("kept"), StateUpdate.empty());

    runtime().editState(thread(), null, StateUpdate.of(LOG, "edit"), null);

    RunResult end = answer(Answer.to(asked.interrupts().get(0).id(), "yes"));
    assertThat(end.state().get(LOG)).containsExactly("model", "edit", "yes");
  }

  @Test
  void shouldKeepWhereAGotoBesideTheEdgesLedWhenAnEditRoutesAnew() {
    Graph graph =
        Graph.builder("gone-beside")
            .channels(LOG, VALUE)
            .routing(GotoRule.ADDITIVE)
            .node("a", context -> Command.update(LOG, "a").thenGoTo("x"))
            .ends("a", "x")
            .node("r", log("r"))
            .node("x", asks())
            .edge(START, "a")
            .route("a", state -> "r", "r")
            .build();
    RunResult asked = start(graph, StateUpdate.empty());

    runtime().editState(thread(), null, StateUpdate.of(VALUE, "any"), null);

    RunResult end = answer(Answer.to(asked.interrupts().get(0).id(), "yes"));
    assertThat(end.state().get(LOG)).containsExactly("a", "r", "yes");
  }

  @Test
  void shouldKeepWhatAPersonWentToWhenAnEditRoutesAnew() {
    Graph graph =
        Graph.builder("steered")
            .channels(LOG, VALUE)
            .node("model", log("model"))
            .node("tools", asks())
            .ends("tools", "z")
            .node("z", asks())
            .edge(START, "model")
            .route("model", state -> state.find(VALUE).orElse("tools"), "tools", END)
            .build();
    start(graph, StateUpdate.empty());
    await(runtime().resume(thread(), thread() + "-z", List.of(), Steering.goTo("z")));

    runtime().editState(thread(), null, StateUpdate.of(VALUE, END), null);

    assertThat(answer(Answer.single("yes")).state().get(LOG)).containsExactly("model", "yes");
  }

  @Test
  void shouldKeepWhatSiblingsFinishedWhenEditedInAWaitingNodesName() {
    Graph graph =
        Graph.builder("siblings")
            .channels(LOG)
            .node("p", asks())
            .node("q", log("q"))
            .node("z", log("z"))
            .edge(START, "p")
            .edge(START, "q")
            .join(List.of("p", "q"), "z")
            .build();
    start(graph, StateUpdate.empty());

    runtime().editState(thread(), null, StateUpdate.of(LOG, "P"), "p");

    assertThat(proceed().state().get(LOG)).containsExactly("P", "q", "z");
  }

  @Test
  void shouldListQuestionsOfTasksSentToASubgraphInTaskOrder() {
    Graph child =
        Graph.builder("sent-child")
            .channels(LOG, VALUE)
            .node(
                "q",
                context ->
                    Command.update(
                        LOG,
                        String.valueOf(context.interrupt(Question.of(context.state().get(VALUE))))))
            .edge(START, "q")
            .build();
    List<String> names = IntStream.range(0, 12).mapToObj(number -> "n" + number).toList();
    Graph graph =
        Graph.builder("sent")
            .channels(LOG, VALUE)
            .subgraph("child", child)
            .routes(
                START,
                context ->
                    names.stream()
                        .<Route>map(name -> Route.send("child", StateUpdate.of(VALUE, name)))
                        .toList(),
                "child")
            .build();

    RunResult asked = start(graph, StateUpdate.empty());

    assertThat(asked.interrupts())
        .extracting(question -> question.value().toString())
        .containsExactlyElementsOf(names);
  }

  @Test
  void shouldKeepWhatASubgraphDeclaresForItselfOutOfAnOpenParent() {
    Graph child =
        Graph.builder("private-child")
            .channels(LOG, SECRET)
            .node("x", context -> Command.update(StateUpdate.of(SECRET, "s").with(LOG, "x")))
            .edge(START, "x")
            .build();
    Graph graph =
        Graph.builder("open")
            .openState()
            .channels(LOG)
            .subgraph("child", child)
            .edge(START, "child")
            .build();

    RunResult end = start(graph, StateUpdate.empty());

    assertThat(end.state().values()).containsOnlyKeys(LOG.name());
  }

  @Test
  void shouldRefuseToTellAnOpenParentWhatASubgraphDeclaresForItself() {
    Graph child =
        Graph.builder("telling-child")
            .channels(LOG, SECRET)
            .node("x", context -> Command.update(SECRET, "s").toParent())
            .edge(START, "x")
            .build();
    Graph graph =
        Graph.builder("told-open")
            .openState()
            .channels(LOG)
            .subgraph("child", child)
            .edge(START, "child")
            .build();

    RunResult end = start(graph, StateUpdate.empty());

    assertThat(end.status()).isEqualTo(RunStatus.PARKED);
    assertThat(end.error().orElseThrow()).hasMessageContaining("secret");
  }

  @Test
  void shouldParkOnAConflictAndKeepTheAnswerThatLedThere() {
    Graph graph =
        Graph.builder("conflict")
            .channels(VALUE)
            .node(
                "a",
                context ->
                    Command.update(
                        VALUE, context.interrupt(Question.asking(String.class, "what?"))))
            .node("b", context -> Command.update(VALUE, "b"))
            .edge(START, "a")
            .edge(START, "b")
            .build();
    start(graph, StateUpdate.empty());

    RunResult parked = answer(Answer.single("mine"));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.error().orElseThrow())
        .hasMessageContaining(ConflictingWriteException.class.getSimpleName());
    Map<String, String> tasks = tasks(parked);
    RunResult end =
        answer(Answer.skip(tasks.get("b"), StateUpdate.empty()), Answer.retry(tasks.get("a")));
    assertThat(end.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(end.state().get(VALUE)).isEqualTo("mine");
  }

  private static Map<String, String> tasks(RunResult result) {
    return result.snapshot().tasks().stream()
        .collect(Collectors.toMap(task -> task.node(), task -> task.id()));
  }

  @Test
  void shouldParkOnATargetThatTheThreadsTopologyDoesNotHave() {
    Graph graph =
        Graph.builder("ghosts")
            .channels(LOG)
            .openRoutes()
            .node(
                "a",
                context -> Command.goTo(context.interrupt(Question.asking(String.class, "where?"))))
            .node("b", log("b"))
            .edge(START, "a")
            .build();
    start(graph, StateUpdate.empty());

    RunResult parked = answer(Answer.single("ghost"));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.error().orElseThrow())
        .hasMessageContaining(UnknownTargetException.class.getSimpleName());
    runtime().editState(thread(), null, StateUpdate.of(LOG, "by hand"), "a");
    assertThat(runtime().snapshot(thread()).next()).isEmpty();
  }
}
