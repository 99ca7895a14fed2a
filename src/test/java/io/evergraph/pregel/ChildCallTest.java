package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.OnFailure;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Subgraphs on threads of their own, as the engine sees them: tasks of the graph around. */
class ChildCallTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final Channel<String> TOPIC = Channel.of("topic", String.class);
  private static final Channel<String> TASK = Channel.of("task", String.class);
  private static final Channel<Integer> COUNT = Channel.of("count", Integer.class);
  private static final Channel<Integer> TOTAL = Channel.sum("total", Integer.class);
  private static final ListChannel<String> NOTES = ListChannel.append("notes", String.class);

  private static Graph inner() {
    return Graph.builder("inner")
        .channels(TASK, NOTES, COUNT)
        .node("x", context -> Command.none())
        .edge(START, "x")
        .build();
  }

  private static GraphBuilder outer(Embedding embedding) {
    return Graph.builder("outer")
        .channels(TOPIC, NOTES, TOTAL)
        .subgraph("child", inner(), embedding)
        .edge(START, "child");
  }

  private static final Embedding MAPPED =
      Embedding.ownThread()
          .input(TOPIC, TASK)
          .input(NOTES, NOTES)
          .output(NOTES, NOTES)
          .output(COUNT, TOTAL);

  private static RunSettings settings() {
    return RunSettings.of(9, OnFailure.PARK);
  }

  private static Checkpoint begun(Pregel pregel, RunSettings settings) {
    StateUpdate input = StateUpdate.of(TOPIC, "go").with(NOTES, "in");
    return pregel.accept(pregel.begin("t"), new Input.NewInput("run", input, settings), NOW);
  }

  private static Task task(Pregel pregel, Checkpoint at) {
    return ((Next.Run) pregel.next(at)).tasks().get(0);
  }

  @Test
  void shouldPassTheNamedValuesAsTheyAre() {
    Pregel pregel = Pregel.of(outer(MAPPED).build());
    Checkpoint at = begun(pregel, settings());
    Task task = task(pregel, at);

    ChildCall call = pregel.call(at, task);

    assertThat(pregel.isCall(at, task)).isTrue();
    assertThat(at.frames().values()).hasSize(1);
    assertThat(call.graph().name()).isEqualTo("inner");
    assertThat(call.input().writes())
        .containsExactlyInAnyOrder(
            new Write("task", "go", true), new Write("notes", List.of("in"), true));
    assertThat(call.settings().caller())
        .isEqualTo(
            new Caller(
                "t",
                task.id(),
                List.of("count", "notes"),
                List.of("count"),
                List.of(new CallSite("t", "child:" + task.id(), at.root().checkpoint()))));
  }

  @Test
  void shouldTellWhereACallStandsOnEachThreadAboveIt() {
    CallSite above = new CallSite("up", "call:7", 3);
    Caller caller = new Caller("up", "7", null, List.of(), List.of(above));
    Pregel pregel = Pregel.of(outer(MAPPED).build());
    Checkpoint at = begun(pregel, settings().calledBy(caller));
    Task task = task(pregel, at);

    List<CallSite> sites = pregel.call(at, task).settings().sites();

    assertThat(sites)
        .containsExactly(
            new CallSite("t", "child:" + task.id(), at.root().checkpoint()),
            new CallSite("up", "call:7|child:" + task.id(), 3));
    assertThat(sites.get(1).within("x:1")).isEqualTo("call:7|child:" + task.id() + "|x:1");
  }

  @Test
  void shouldPassOptionsAndBreakpointsThatAreMeantForTheInside() {
    Pregel pregel = Pregel.of(outer(MAPPED).build());
    NodeOptions options = NodeOptions.of(Map.of("model", "large"));
    RunSettings wanted =
        new RunSettings(
            9,
            OnFailure.PARK,
            Map.of("who", "Ann"),
            List.of("red"),
            CallOptions.NONE.with("child/x", options),
            Breakpoints.before("child/x"),
            2,
            null);
    Checkpoint at =
        pregel.accept(pregel.begin("t"), new Input.NewInput("r", StateUpdate.empty(), wanted), NOW);

    RunSettings passed = pregel.call(at, task(pregel, at)).settings();

    assertThat(passed.breakpoints()).isEqualTo(Breakpoints.before("x"));
    assertThat(passed.callOptions().of(List.of("x"))).isEqualTo(options);
    assertThat(passed.context()).containsEntry("who", "Ann");
    assertThat(passed.tags()).containsExactly("red");
    assertThat(passed.maxSteps()).isEqualTo(9);
  }

  @Test
  void shouldKeepWhatAChildWritesForItsCallerOnly() {
    Pregel parent = Pregel.of(outer(MAPPED).build());
    Checkpoint at = begun(parent, settings());
    ChildCall call = parent.call(at, task(parent, at));
    Pregel pregel = Pregel.of(call.graph());

    Checkpoint called = run(pregel, call.input(), call.settings());
    Checkpoint alone = run(pregel, call.input(), settings());

    assertThat(called.root().outbox())
        .containsExactly(new Write("notes", "new"), new Write("count", 3));
    assertThat(called.root().state()).isEqualTo(alone.root().state());
    assertThat(alone.root().outbox()).isEmpty();
    assertThat(
            parent.received(
                at, task(parent, at), called.root().outbox(), State.of(Map.of("count", 3))))
        .containsExactly(new Write("notes", "new"), new Write("total", 3));
  }

  private static Checkpoint run(Pregel pregel, StateUpdate input, RunSettings settings) {
    Checkpoint at =
        pregel.accept(pregel.begin("c"), new Input.NewInput("run", input, settings), NOW);
    List<Write> writes =
        List.of(new Write("notes", "new"), new Write("task", "own"), new Write("count", 3));
    return pregel.settle(
        at,
        List.of(
            new TaskResult.Completed(
                task(pregel, at).id(), writes, Routing.ALONG_EDGES, TaskReport.NONE)),
        NOW);
  }

  @Test
  void shouldGoOnWithEachAnswerAndAskTheRestAgain() {
    Pregel pregel = Pregel.of(outer(MAPPED).build());
    Checkpoint at = begun(pregel, settings());
    Task task = task(pregel, at);
    List<Interrupt> questions = List.of(question("one", task), question("two", task));
    Checkpoint asked =
        pregel.settle(
            at, List.of(new TaskResult.Asked(task.id(), questions, TaskReport.NONE)), NOW);

    Checkpoint answered =
        pregel.accept(asked, new Input.Answers("next", List.of(Answer.to("one", "yes"))), NOW);

    assertThat(task(pregel, answered).answers()).containsExactly(Map.entry("one", "yes"));
    assertThat(pregel.interrupts(answered)).isEmpty();
    PlannedTask planned = answered.frames().task(task.id()).orElseThrow();
    assertThat(planned.questions()).extracting(Interrupt::id).containsExactly("one");
  }

  private static Interrupt question(String id, Task task) {
    return new Interrupt(id, task.id(), "", "child", "?", null, Map.of(), null, null);
  }

  @Test
  void shouldGoOnWhenTheChildDoesThoughNothingIsAnswered() {
    Pregel pregel = Pregel.of(outer(MAPPED).build());
    Checkpoint at = begun(pregel, settings());
    Task task = task(pregel, at);
    Checkpoint asked =
        pregel.settle(
            at,
            List.of(
                new TaskResult.Asked(task.id(), List.of(question("one", task)), TaskReport.NONE)),
            NOW);

    Checkpoint on =
        pregel.accept(asked, new Input.Answers("next", List.of(Answer.retry(task.id()))), NOW);

    assertThat(task(pregel, on).id()).isEqualTo(task.id());
  }

  @Test
  void shouldRefuseWhatAChildCannotDo() {
    GraphBuilder graph =
        Graph.builder("outer")
            .channels(TOPIC)
            .subgraph("child", inner(), Embedding.perThread().onOwnThread())
            .node("end", context -> Command.none())
            .ends("child", "end")
            .edge(START, "child");

    assertThatThrownBy(graph::build)
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("subgraph 'child' has a thread of its own for each call")
        .hasMessageContaining("from which no goto leads to the graph around");
  }

  @Test
  void shouldTellAGraphWithChildrenFromOneWithout() {
    assertThat(outer(Embedding.ownThread()).build().fingerprint())
        .isNotEqualTo(outer(Embedding.DEFAULT).build().fingerprint());
    assertThat(Embedding.DEFAULT).hasToString("Embedding[inputs={}, outputs={}, memory=PER_CALL]");
  }

  @Test
  void shouldNameTheThreadOfATaskWithinWhatThreadsMayBeNamed() {
    String task = "0fe1a5c4-93c5-8a4b-9a52-3a1c1e0e9a11";

    assertThat(Caller.childOf("t", task)).isEqualTo("t." + task);
    assertThat(Caller.childOf("t".repeat(190), task))
        .hasSize(200)
        .startsWith("t".repeat(163) + ".")
        .doesNotEndWith(task);
  }
}
