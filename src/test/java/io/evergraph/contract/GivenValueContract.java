package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers and nodes give is checked alike, wherever they give it. */
class GivenValueContract extends RuntimeContract {
  private static final Channel<Integer> NUMBER = Channel.of("number", Integer.class);

  private static Graph sending(StateUpdate input) {
    return Graph.builder("sending")
        .channels(LOG, NUMBER)
        .node(
            "work", context -> Command.update(LOG, "worked on " + context.state().value("number")))
        .routes(START, context -> List.of(Route.send("work", input)), "work")
        .build();
  }

  private static Graph parking() {
    return Graph.builder("parking")
        .channels(LOG, NUMBER)
        .node(
            "work",
            context -> {
              if (context.state().get(NUMBER) == 0) {
                throw new IllegalStateException("nothing to do");
              }
              return Command.update(LOG, "worked on " + context.state().get(NUMBER));
            },
            NodePolicy.builder().attempts(1).build())
        .edge(START, "work")
        .build();
  }

  private static StateUpdate given(String channel, Object value) {
    return StateUpdate.of(Map.of(channel, value));
  }

  @ParameterizedTest
  @ValueSource(doubles = {2.5, 1e300})
  void shouldFailATaskThatSendsANumberThatDoesNotFit(double number) {
    RunResult result = start(sending(given("number", number)), StateUpdate.empty());

    assertParked(result, InvalidValueException.class);
  }

  private void assertParked(RunResult result, Class<? extends Throwable> error) {
    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(runtime().parked(thread()))
        .singleElement()
        .satisfies(task -> assertThat(task.failure().type()).isEqualTo(error.getName()));
  }

  @Test
  void shouldFailATaskThatSendsTextForANumber() {
    RunResult result = start(sending(given("number", "seven")), StateUpdate.empty());

    assertParked(result, InvalidValueException.class);
  }

  @Test
  void shouldFailATaskThatSendsToAChannelThatIsNotDeclared() {
    RunResult result = start(sending(given("nowhere", 7)), StateUpdate.empty());

    assertParked(result, UnknownChannelException.class);
  }

  @Test
  void shouldRefuseASteeringThatSendsWhatDoesNotFit() {
    start(sending(StateUpdate.of(NUMBER, 1)), StateUpdate.empty());

    assertRefused(InvalidValueException.class, () -> steer(given("number", 2.5)));
    assertRefused(InvalidValueException.class, () -> steer(given("number", "two")));
    assertRefused(UnknownChannelException.class, () -> steer(given("nowhere", 2)));
    assertThat(steer(given("number", 2)).state().get(LOG))
        .containsExactly("worked on 1", "worked on 2");
  }

  @Test
  void shouldTakeIdsOfRunsAsLongAsServersTakeThem() {
    start(sending(StateUpdate.of(NUMBER, 1)), StateUpdate.empty());

    assertRefused(InvalidInputException.class, () -> goOn("é".repeat(501)));
    assertThat(await(goOn("é".repeat(500))).status()).isEqualTo(RunStatus.FINISHED);
  }

  private RunHandle goOn(String run) {
    StateUpdate input = given("number", 2);
    return runtime().resume(thread(), run, List.of(), Steering.NONE.to(Route.send("work", input)));
  }

  private RunResult steer(StateUpdate input) {
    Steering steering = Steering.NONE.to(Route.send("work", input));
    return await(runtime().resume(thread(), "steer-" + System.nanoTime(), List.of(), steering));
  }

  private static void assertRefused(Class<? extends Throwable> error, ThrowingCallable order) {
    assertThatThrownBy(order).isInstanceOf(error);
  }

  @Test
  void shouldRefuseASkipThatWritesWhatDoesNotFit() {
    start(parking(), StateUpdate.of(NUMBER, 0));

    assertRefused(InvalidValueException.class, () -> answer(Answer.skip(given("number", 2.5))));
    assertRefused(InvalidValueException.class, () -> answer(Answer.skip(given("number", "two"))));
    assertRefused(UnknownChannelException.class, () -> answer(Answer.skip(given("nowhere", 2))));
    assertThat(answer(Answer.skip(given("number", 2))).state().get(NUMBER)).isEqualTo(2);
  }

  @Test
  void shouldRefuseAnEditOfWhatATaskReadsThatDoesNotFit() {
    start(parking(), StateUpdate.of(NUMBER, 0));

    assertRefused(InvalidValueException.class, () -> answer(Answer.edit(given("number", 2.5))));
    assertRefused(InvalidValueException.class, () -> answer(Answer.edit(given("number", "two"))));
    assertRefused(UnknownChannelException.class, () -> answer(Answer.edit(given("nowhere", 2))));
    assertThat(answer(Answer.edit(given("number", 2))).state().get(LOG))
        .containsExactly("worked on 2");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void shouldRefuseIdsThatAreNone(String id) {
    start(parking(), StateUpdate.of(NUMBER, 0));
    NodeEdit edit = new NodeEdit(StateUpdate.of(NUMBER, 1), null);
    List<Answer> answers = List.of(Answer.retry());

    assertRefused(InvalidInputException.class, () -> RunOptions.builder().runId(id).build());
    assertRefused(InvalidInputException.class, () -> runtime().answer(thread(), id, answers));
    assertRefused(InvalidInputException.class, () -> runtime().proceed(thread(), id, null));
    assertRefused(
        InvalidInputException.class, () -> runtime().editState(thread(), id, null, List.of(edit)));
    assertRefused(InvalidInputException.class, () -> runtime().fork(thread(), id, Fork.of(1)));
    assertRefused(InvalidInputException.class, () -> runtime().rollback(thread(), id, 1));
    assertRefused(InvalidInputException.class, () -> ThreadId.of(id));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void shouldRefuseLimitsBelowOne(int limit) {
    start(parking(), StateUpdate.of(NUMBER, 0));

    assertRefused(InvalidInputException.class, () -> RunOptions.builder().maxSteps(limit).build());
    assertRefused(
        InvalidInputException.class, () -> runtime().proceed(thread(), "limited" + limit, limit));
    assertRefused(
        InvalidInputException.class, () -> RunOptions.builder().maxConcurrency(limit - 1).build());
    assertRefused(InvalidInputException.class, () -> HistoryQuery.all().limit(limit - 1));
    assertRefused(InvalidInputException.class, () -> HistoryQuery.all().before(limit - 1));
  }

  @Test
  void shouldRefuseAnotherGraphOnABoundThread() {
    start(parking(), StateUpdate.of(NUMBER, 1));

    assertRefused(
        GraphMismatchException.class,
        () -> start(sending(StateUpdate.of(NUMBER, 1)), StateUpdate.empty()));
    assertRefused(
        GraphMismatchException.class,
        () ->
            runtime()
                .resume(
                    thread(),
                    "sending",
                    "another",
                    List.of(),
                    Steering.update(given("number", 1))));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 99})
  void shouldRefuseCheckpointsThatThereAreNot(long checkpoint) {
    start(parking(), StateUpdate.of(NUMBER, 1));

    Class<? extends Throwable> missing = StateMissingException.class;
    assertRefused(missing, () -> runtime().snapshot(thread(), checkpoint));
    assertRefused(missing, () -> runtime().stateAt(thread(), checkpoint));
    assertRefused(missing, () -> runtime().rollback(thread(), checkpoint));
    assertRefused(missing, () -> runtime().fork(thread(), Fork.of(checkpoint)));
  }

  @Test
  void shouldReadEventsFromTheBeginningWhereTheNumberIsBelowOne() {
    start(parking(), StateUpdate.of(NUMBER, 1));

    assertThat(runtime().events(thread(), 0)).isEqualTo(runtime().events(thread(), 1));
    assertThat(runtime().events(thread(), -1)).isEqualTo(runtime().events(thread(), 1));
  }

  @Test
  void shouldRefuseAContextThatHasNoJsonForm() {
    Graph graph = parking();
    Map<String, Object> endless = new HashMap<>();
    endless.put("self", endless);
    RunOptions.Builder options = RunOptions.builder().context(endless);

    assertRefused(
        InvalidValueException.class, () -> start(graph, StateUpdate.of(NUMBER, 1), options));
  }
}
