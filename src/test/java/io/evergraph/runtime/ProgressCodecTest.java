package io.evergraph.runtime;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.ConflictingWriteException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.CheckpointBundle;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressCodecTest {
  private static final Instant NOW = Instant.parse("2024-05-15T15:00:00Z");
  private static final TaskReport REPORT = TaskReport.NONE;
  private static final Channel<Price> PRICE = Channel.of("price", Price.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  record Price(double amount, Instant until) {}

  private final Graph graph = graph();
  private final Pregel pregel = Pregel.of(graph);
  private final ProgressCodec codec = new ProgressCodec(StateCodec.create(), graph);

  private static Graph graph() {
    Graph inner =
        Graph.builder("inner")
            .channels(LOG)
            .node("deep", context -> Command.none())
            .edge(START, "deep")
            .build();
    return Graph.builder("outer")
        .channels(PRICE, LOG)
        .node("ask", context -> Command.none())
        .node("fail", context -> Command.none())
        .subgraph("nest", inner)
        .node("end", context -> Command.none())
        .edge(START, "ask")
        .edge(START, "fail")
        .edge(START, "nest")
        .join(List.of("ask", "fail", "nest"), "end")
        .build();
  }

  @Test
  void shouldGoOnElsewhereFromTheMiddleOfASuperstep() throws JsonProcessingException {
    Checkpoint at = pregel.accept(pregel.begin("t"), input(), NOW);
    Interrupt question =
        new Interrupt(
            "q", task(at, "ask").id(), "", "ask", "how much?", null, Map.of(), null, null);
    at = settle(at, new TaskResult.Asked(task(at, "ask").id(), List.of(question), REPORT));
    at = settle(at, new TaskResult.Failed(task(at, "fail").id(), "Boom", "boom", Map.of(), REPORT));
    at = settle(at, wrote(task(at, "deep"), new Write("log", List.of("deep"))));

    Checkpoint restarted = restart(at);
    restarted = pregel.accept(restarted, new Input.Answers("r2", List.of(Answer.to("q", 7))), NOW);
    restarted =
        settle(restarted, wrote(task(restarted, "ask"), new Write("log", List.of("asked"))));
    assertThat(pregel.next(restarted)).isInstanceOf(Next.Parked.class);
    restarted = pregel.accept(restart(restarted), again("r3"), NOW);
    restarted =
        settle(restarted, wrote(task(restarted, "fail"), new Write("log", List.of("mended"))));
    assertThat(pregel.next(restarted)).isInstanceOf(Next.Halted.class);
    restarted = pregel.accept(restart(restarted), new Input.Continue("r4", null), NOW);
    restarted = settle(restart(restarted), wrote(task(restarted, "end")));

    assertThat(pregel.next(restarted)).isInstanceOf(Next.Finished.class);
    assertThat(restarted.root().state().get(LOG)).containsExactly("asked", "mended", "deep");
    assertThat(restarted.root().state().get(PRICE)).isEqualTo(new Price(1.5, NOW));
  }

  @Test
  void shouldKeepHandlersAndEditedInputsInTheMiddleOfASuperstep() throws JsonProcessingException {
    Graph handled =
        Graph.builder("handled")
            .channels(PRICE, LOG)
            .node("bad", context -> Command.none())
            .node("worse", context -> Command.none())
            .node("rescue", context -> Command.none())
            .onError("bad", "rescue")
            .edge(START, "bad")
            .edge(START, "worse")
            .build();
    Pregel engine = Pregel.of(handled);
    ProgressCodec its = new ProgressCodec(StateCodec.create(), handled);
    Input plain = new Input.NewInput("r1", StateUpdate.empty(), RunSettings.of(9, OnFailure.PARK));
    Checkpoint at = engine.accept(engine.begin("t"), plain, NOW);
    for (Task task : ((Next.Run) engine.next(at)).tasks()) {
      TaskResult failed = new TaskResult.Failed(task.id(), "Boom", "boom", Map.of("n", 1), REPORT);
      at = engine.settle(at, List.of(failed), NOW);
    }
    StateUpdate other = StateUpdate.of(PRICE, new Price(9, NOW));
    at = engine.accept(at, new Input.Answers("r2", List.of(Answer.edit(other))), NOW);

    Checkpoint back = restart(its, at);

    assertThat(((Next.Run) engine.next(at)).tasks())
        .extracting(Task::node)
        .containsExactly("rescue", "worse");
    assertThat(back.frames()).isEqualTo(at.frames());
  }

  @Test
  void shouldKeepTheTurnOverAnAnswerAndLeaveItOutForTheRunThatBeganIt()
      throws JsonProcessingException {
    Checkpoint at = pregel.accept(pregel.begin("t"), input(), NOW);
    JsonNode begun = segment(at);
    at = settle(at, new TaskResult.Failed(task(at, "fail").id(), "Boom", "boom", Map.of(), REPORT));
    at = settle(at, wrote(task(at, "ask")));
    at = settle(at, wrote(task(at, "deep")));
    at = pregel.accept(at, again("r2"), NOW);

    assertThat(begun.has("turn")).isFalse();
    assertThat(segment(at).path("turn").asText()).isEqualTo("r1");
    assertThat(restart(at).lastSegment().orElseThrow().turnId()).isEqualTo("r1");
  }

  @Test
  void shouldTakeTheRunItselfForTheTurnWhereNothingIsKeptOfIt() throws JsonProcessingException {
    Checkpoint at = pregel.accept(pregel.begin("t"), input(), NOW);
    at = pregel.accept(at, new Input.Cancel(), NOW);
    at = pregel.accept(at, new Input.Continue("r2", null), NOW);
    JsonNode tree = written(codec, at);
    ((ObjectNode) tree.at("/past/stood/segment")).remove("turn");

    Checkpoint read =
        codec.readPast(StateCodec.create().mapper().readTree(tree.toString())).stood();

    assertThat(read.lastSegment().orElseThrow().turnId()).isEqualTo("r2");
  }

  private JsonNode segment(Checkpoint at) {
    return written(codec, at).at("/past/stood/segment");
  }

  @Test
  void shouldKeepWhyARunWasRefused() throws JsonProcessingException {
    Checkpoint at = pregel.accept(pregel.begin("t"), input(OnFailure.FAIL), NOW);
    Price price = new Price(2, NOW);
    at = settle(at, wrote(task(at, "ask"), new Write("price", price)));
    at = settle(at, wrote(task(at, "fail"), new Write("price", price)));
    at = settle(at, wrote(task(at, "deep")));

    Next.Failed failed = (Next.Failed) pregel.next(restart(at));

    assertThat(failed.error())
        .isInstanceOfSatisfying(
            ConflictingWriteException.class,
            conflict -> assertThat(conflict.nodes()).containsExactly("ask", "fail"));
  }

  @Test
  void shouldTellAGotoBesideTheEdgesApartAndLeaveItOutWhereThereIsNone()
      throws JsonProcessingException {
    Checkpoint at = pregel.accept(pregel.begin("t"), input(), NOW);
    Routing gone = Routing.beside(List.of(Route.to("end"), Route.to("fail")), 1);
    String ask = task(at, "ask").id();
    at = settle(at, new TaskResult.Completed(ask, List.of(), gone, REPORT));
    at = settle(at, wrote(task(at, "deep")));

    assertThat(written(codec, at).findValuesAsText("gotos")).containsExactly("1");
    assertThat(restart(at).frames()).isEqualTo(at.frames());
  }

  @Test
  void shouldKeepWhatTasksWereSentWithThatHaveAnotherInputOrWereSkipped()
      throws JsonProcessingException {
    Graph sending =
        Graph.builder("sending")
            .channels(PRICE, LOG)
            .node("work", context -> Command.none())
            .routes(START, context -> List.of(), "work")
            .route("work", state -> END, END)
            .build();
    Pregel engine = Pregel.of(sending);
    Checkpoint at = sending(engine, 2);
    List<Task> sent = ((Next.Run) engine.next(at)).tasks();
    for (Task task : sent) {
      TaskResult failed = new TaskResult.Failed(task.id(), "Boom", "boom", Map.of(), REPORT);
      at = engine.settle(at, List.of(failed), NOW);
    }
    StateUpdate other = StateUpdate.of(PRICE, new Price(9, NOW));
    List<Answer> answers =
        List.of(
            Answer.edit(sent.get(0).id(), other),
            Answer.skip(sent.get(1).id(), StateUpdate.of(LOG, "skipped")));
    at = engine.accept(at, new Input.Answers("r2", answers), NOW);

    Checkpoint back = restart(new ProgressCodec(StateCodec.create(), sending), at);

    assertThat(back.frames()).isEqualTo(at.frames());
    assertThat(back.root().plan().tasks())
        .extracting(planned -> planned.task().trigger().planned())
        .containsOnly(sent.get(0).trigger());
  }

  @Test
  void shouldKeepWhatASkippedTaskWasSentWithWhileAHandlerStandsInForItsRouters()
      throws JsonProcessingException {
    Graph sending =
        Graph.builder("mending")
            .channels(PRICE, LOG)
            .node("work", context -> Command.none())
            .node("mend", context -> Command.none())
            .onError("work", "mend")
            .routes(START, context -> List.of(), "work")
            .route("work", state -> END, END)
            .build();
    Pregel engine = Pregel.of(sending);
    Checkpoint at = failed(engine, sending(engine, 1));
    Answer skipped = Answer.skip(ready(engine, at), StateUpdate.of(LOG, "skipped"));
    at = engine.accept(failed(engine, at), new Input.Answers("r2", List.of(skipped)), NOW);
    at = failed(engine, at);

    Checkpoint back = restart(new ProgressCodec(StateCodec.create(), sending), at);

    assertThat(((Next.Run) engine.next(at)).tasks()).allMatch(Task::isHandling);
    assertThat(back.frames()).isEqualTo(at.frames());
  }

  /** Returns where the entry of a graph has sent a price to its node so many times. */
  private static Checkpoint sending(Pregel engine, int times) {
    Route send = Route.send("work", StateUpdate.of(PRICE, new Price(1, NOW)));
    Input plain = new Input.NewInput("r1", StateUpdate.empty(), RunSettings.of(9, OnFailure.PARK));
    Checkpoint at = engine.accept(engine.begin("t"), plain, NOW);
    Routing routing = Routing.beside(Collections.nCopies(times, send));
    TaskResult sent = new TaskResult.Completed(ready(engine, at), List.of(), routing, REPORT);
    return engine.settle(at, List.of(sent), NOW);
  }

  private static String ready(Pregel engine, Checkpoint at) {
    return ((Next.Run) engine.next(at)).tasks().get(0).id();
  }

  private static Checkpoint failed(Pregel engine, Checkpoint at) {
    TaskResult failed = new TaskResult.Failed(ready(engine, at), "Boom", "boom", Map.of(), REPORT);
    return engine.settle(at, List.of(failed), NOW);
  }

  /** Tries what failed again, and stops where the first run would have. */
  private static Input again(String run) {
    return new Input.Answers(
        run, List.of(Answer.retry()), Steering.NONE.withBreakpoints(Breakpoints.after("ask")));
  }

  private static Input input() {
    return input(OnFailure.PARK);
  }

  private static Input input(OnFailure onFailure) {
    return new Input.NewInput(
        "r1",
        StateUpdate.of(PRICE, new Price(1.5, NOW)),
        new RunSettings(
            10,
            onFailure,
            Map.of("user", "u"),
            List.of("tag"),
            CallOptions.everywhere(
                    NodeOptions.builder().attempts(2).timeout(Duration.ofSeconds(3)).build())
                .with("ask", NodeOptions.of(Map.of("temperature", 0.5))),
            Breakpoints.after("ask"),
            3,
            null));
  }

  private Task task(Checkpoint at, String node) {
    return ((Next.Run) pregel.next(at))
        .tasks().stream().filter(task -> task.node().equals(node)).findFirst().orElseThrow();
  }

  private static TaskResult wrote(Task task, Write... writes) {
    return new TaskResult.Completed(task.id(), List.of(writes), Routing.beside(List.of()), REPORT);
  }

  private Checkpoint settle(Checkpoint at, TaskResult result) {
    return pregel.settle(at, List.of(result), NOW);
  }

  private Checkpoint restart(Checkpoint at) throws JsonProcessingException {
    Checkpoint read = restart(codec, at);
    assertThat(written(codec, read)).isEqualTo(written(codec, at));
    return read;
  }

  private static Checkpoint restart(ProgressCodec codec, Checkpoint at)
      throws JsonProcessingException {
    String text = written(codec, at).toString();
    return codec.readPast(StateCodec.create().mapper().readTree(text)).stood();
  }

  private static JsonNode written(ProgressCodec codec, Checkpoint at) {
    return codec.write(new CheckpointBundle(List.of(), at));
  }
}
