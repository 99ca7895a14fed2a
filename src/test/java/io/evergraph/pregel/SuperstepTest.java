package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static io.evergraph.pregel.Steps.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SuperstepTest {
  static final List<Completion> ORDERS =
      List.of(Completion.TOGETHER, Completion.FORWARDS, Completion.BACKWARDS);

  @Test
  void shouldRunNodesOneAfterTheOtherWhenEdgesChainThem() {
    Graph chain =
        graph()
            .node("a", logs())
            .node("b", logs())
            .edge(START, "a")
            .edge("a", "b")
            .edge("b", Graph.END)
            .build();

    EngineDriver thread = EngineDriver.of(chain).input(StateUpdate.of(LOG, "input"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("input", "a", "b")).hasRun("a", "b");
  }

  @ParameterizedTest
  @FieldSource("ORDERS")
  void shouldApplyWritesByNodeNameWhenTasksFinishInAnyOrder(Completion order) {
    Graph fan =
        graph()
            .node("z", logs())
            .node("a", logs())
            .node("m", logs())
            .edge(START, "z")
            .edge(START, "m")
            .edge(START, "a")
            .build();

    EngineDriver thread = EngineDriver.of(fan).completing(order).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("a", "m", "z"));
  }

  @Test
  void shouldShowEveryTaskTheLastBarrierWhenSiblingsHaveFinishedAlready() {
    List<List<String>> seen = new ArrayList<>();
    Graph fan =
        graph()
            .node(
                "a",
                context -> {
                  seen.add(context.state().get(LOG));
                  return Command.update(LOG, "a");
                })
            .node(
                "b",
                context -> {
                  seen.add(context.state().get(LOG));
                  return Command.update(LOG, "b");
                })
            .edge(START, "a")
            .edge(START, "b")
            .build();

    EngineDriver.of(fan).completing(Completion.FORWARDS).input(StateUpdate.of(LOG, "input"));

    assertThat(seen).containsExactly(List.of("input"), List.of("input"));
  }

  @Test
  void shouldRunANodeOnceWhenSeveralEdgesLeadToItInOneStep() {
    Graph diamond =
        graph()
            .node("a", logs())
            .node("b", logs())
            .node("c", logs())
            .edge(START, "a")
            .edge(START, "b")
            .edge("a", "c")
            .edge("b", "c")
            .build();

    assertThatThread(EngineDriver.of(diamond).input(NOTHING)).hasRun("a", "b", "c");
  }

  @ParameterizedTest
  @FieldSource("ORDERS")
  void shouldApplySendsAfterEdgesInTheirOwnOrderWhenBothLeadOn(Completion order) {
    Graph mapReduce =
        graph()
            .openRoutes()
            .node("plan", context -> Command.none())
            .node("work", context -> Command.update(LOG, "work" + context.state().value("n")))
            .node("zz", logs())
            .edge(START, "plan")
            .edge("plan", "zz")
            .routes(
                "plan",
                context -> List.of(Route.send("work", number(2)), Route.send("work", number(1))))
            .build();

    EngineDriver thread = EngineDriver.of(mapReduce).completing(order).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("zz", "work2", "work1"));
  }

  @ParameterizedTest
  @FieldSource("ORDERS")
  void shouldOrderSendsBySendingTaskWhenSeveralTasksSend(Completion order) {
    Graph senders =
        graph()
            .openRoutes()
            .node("b", context -> Command.none().then(List.of(Route.send("work", number(3)))))
            .node(
                "a",
                context ->
                    Command.none()
                        .then(
                            List.of(Route.send("work", number(1)), Route.send("work", number(2)))))
            .node("work", context -> Command.update(LOG, "work" + context.state().value("n")))
            .edge(START, "a")
            .edge(START, "b")
            .build();

    EngineDriver thread = EngineDriver.of(senders).completing(order).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("work1", "work2", "work3"));
  }

  @Test
  void shouldGiveEachSendItsOwnInputInsteadOfTheState() {
    List<Map<String, Object>> seen = new ArrayList<>();
    Graph sender =
        graph()
            .openRoutes()
            .node("a", context -> Command.none().then(List.of(Route.send("b", number(7)))))
            .node(
                "b",
                context -> {
                  seen.add(context.state().values());
                  return Command.none();
                })
            .edge(START, "a")
            .build();

    EngineDriver.of(sender).input(StateUpdate.of(LOG, "input"));

    assertThat(seen).containsExactly(Map.of("n", 7));
  }

  @Test
  void shouldParkTheWritersWhenTwoTasksWriteOnePlainChannel() {
    Graph rivals =
        graph().node("a", counts()).node("b", counts()).edge(START, "a").edge(START, "b").build();

    EngineDriver thread = EngineDriver.of(rivals).input(NOTHING);

    assertThatThread(thread)
        .isParkedOn(ConflictingWriteException.class, "a", "b")
        .holdsNothingIn(COUNT);
  }

  @Test
  void shouldParkAndTakeTheNextInputWhenAReducerThrows() {
    Channel<Object> facts = Channel.of("facts", Object.class).reducedBy(ShallowMerge.INSTANCE);
    Graph brittle =
        graph()
            .channels(facts)
            .node("a", context -> Command.update(facts, context.state().value("choice")))
            .edge(START, "a")
            .build();
    EngineDriver thread = EngineDriver.of(brittle).input(StateUpdate.of(Steps.CHOICE, "no map"));
    assertThatThread(thread).isParkedOn(ReducerException.class, "a");

    thread.input(StateUpdate.of(Steps.CHOICE, null));

    assertThatThread(thread).isFinished();
  }

  @Test
  void shouldRefuseTheInputWhenItNamesAnUnknownChannel() {
    EngineDriver thread = EngineDriver.of(chainOfOne());
    Checkpoint before = thread.checkpoint();

    assertThatThrownBy(() -> thread.input(StateUpdate.of(Map.of("nope", 1))))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("the input wrote 'nope'");
    assertThat(thread.checkpoint()).isEqualTo(before);
  }

  @Test
  void shouldPassInputThroughReducersWhenTheThreadGoesOn() {
    EngineDriver thread = EngineDriver.of(chainOfOne());

    thread.input(StateUpdate.of(LOG, "one")).input(StateUpdate.of(LOG, "two"));

    assertThatThread(thread).holds(LOG, List.of("one", "a", "two", "a"));
  }

  @Test
  void shouldFinishAtOnceWhenTheGraphHasNoNodes() {
    Graph empty = graph().edge(START, Graph.END).build();

    EngineDriver thread = EngineDriver.of(empty).input(StateUpdate.of(LOG, "input"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("input"));
  }

  @Test
  void shouldHaveNothingToDoWhenNothingHasHappened() {
    assertThatThread(EngineDriver.of(chainOfOne())).isFinished().holds(LOG, List.of());
  }

  private static Graph chainOfOne() {
    return graph().node("a", says("a")).edge(START, "a").build();
  }

  private static StateUpdate number(int value) {
    return StateUpdate.of(Map.of("n", value));
  }
}
