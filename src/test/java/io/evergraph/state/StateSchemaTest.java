package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.state.StateSchema.Openness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateSchemaTest {
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final Channel<Integer> LATEST = Channel.of("latest", Integer.class).lastWins();
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Channel<Integer> BRITTLE =
      Channel.of("brittle", Integer.class).reducedBy(new Failing());
  private static final StateSchema SCHEMA =
      StateSchema.of(List.of(NAME, LATEST, LOG, BRITTLE), Openness.DECLARED_ONLY);

  @Test
  void shouldHoldOnlyInitialValuesWhenNothingWasWritten() {
    State initial = SCHEMA.initial();

    assertThat(initial.values()).containsOnly(Map.entry("log", List.of()));
    assertThat(initial.get(LOG)).isEmpty();
  }

  @Test
  void shouldApplyWritesInTheOrderOfTasksWhenSeveralWrite() {
    State state =
        SCHEMA.apply(
            SCHEMA.initial(),
            List.of(
                by("a", StateUpdate.of(LOG, "a1").with(LATEST, 1).with(LOG, "a2")),
                by("b", StateUpdate.of(LOG, "b1", "b2").with(LATEST, 2))));

    assertThat(state.get(LOG)).containsExactly("a1", "a2", "b1", "b2");
    assertThat(state.get(LATEST)).isEqualTo(2);
  }

  @Test
  void shouldLeaveTheOldStateAloneWhenWritesAreApplied() {
    State before = State.of(Map.of("name", "old"));

    State after = SCHEMA.apply(before, List.of(by("a", StateUpdate.of(NAME, "new"))));

    assertThat(before.get(NAME)).isEqualTo("old");
    assertThat(after.get(NAME)).isEqualTo("new");
  }

  @Test
  void shouldReturnTheVerySameStateWhenNobodyWrites() {
    State before = SCHEMA.initial();

    assertThat(SCHEMA.apply(before, List.of(by("a", StateUpdate.empty())))).isSameAs(before);
  }

  @Test
  void shouldNameAllWritersWhenTwoTasksWriteAPlainChannel() {
    List<TaskWrites> both =
        List.of(by("a", StateUpdate.of(NAME, "x")), by("b", StateUpdate.of(NAME, "x")));

    ConflictingWriteException conflict =
        catchThrowableOfType(
            ConflictingWriteException.class, () -> SCHEMA.apply(SCHEMA.initial(), both));

    assertThat(conflict.channel()).isEqualTo("name");
    assertThat(conflict.nodes()).containsExactly("a", "b");
    assertThat(conflict).hasMessageContaining("lastWins()");
  }

  @Test
  void shouldAcceptTwoWritesWhenOneTaskMakesBoth() {
    State state =
        SCHEMA.apply(SCHEMA.initial(), List.of(by("a", StateUpdate.of(NAME, "x").with(NAME, "y"))));

    assertThat(state.get(NAME)).isEqualTo("y");
  }

  @Test
  void shouldNameChannelAndReducerWhenAReducerThrows() {
    List<TaskWrites> one = List.of(by("a", StateUpdate.of(BRITTLE, 1)));

    assertThatThrownBy(() -> SCHEMA.apply(SCHEMA.initial(), one))
        .isInstanceOf(ReducerException.class)
        .hasMessageContaining("'brittle'")
        .hasMessageContaining("'failing'")
        .hasRootCauseMessage("no such luck");
  }

  @Test
  void shouldNameTheWriterAndTheDeclaredChannelsWhenAnUnknownChannelIsWritten() {
    List<TaskWrites> one = List.of(by("planner", StateUpdate.of(Map.of("nmae", "x"))));

    assertThatThrownBy(() -> SCHEMA.apply(SCHEMA.initial(), one))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("planner wrote 'nmae'")
        .hasMessageContaining("[name, latest, log, brittle]");
  }

  @Test
  void shouldReplaceWhenAnOpenSchemaMeetsAnUndeclaredName() {
    StateSchema open = StateSchema.of(List.of(LOG), Openness.ANY);
    StateUpdate update = StateUpdate.of(Map.of("anything", 1));

    State state = open.apply(open.initial(), List.of(by("a", update)));

    assertThat(state.value("anything")).isEqualTo(1);
    assertThatThrownBy(() -> open.apply(state, List.of(by("a", update), by("b", update))))
        .isInstanceOf(ConflictingWriteException.class);
  }

  @Test
  void shouldRefuseAsAnUnknownChannelWhenAnOpenSchemaMeetsABlankName() {
    StateSchema open = StateSchema.of(List.of(), Openness.ANY);
    List<TaskWrites> blank = List.of(by("a", StateUpdate.of(Map.of(" ", 1))));

    assertThatThrownBy(() -> open.apply(open.initial(), blank))
        .isInstanceOf(UnknownChannelException.class);
  }

  @Test
  void shouldHoldNullWhenNullIsWritten() {
    State state = SCHEMA.apply(SCHEMA.initial(), List.of(by("a", StateUpdate.of(NAME, null))));

    assertThat(state.has("name")).isTrue();
    assertThat(state.find(NAME)).isEmpty();
  }

  @Test
  void shouldAppendNullElementsWhenTheyAreWritten() {
    StateUpdate update = StateUpdate.of(LOG, Arrays.asList("a", null));

    assertThat(SCHEMA.apply(SCHEMA.initial(), List.of(by("a", update))).get(LOG))
        .containsExactly("a", null);
  }

  @Test
  void shouldLetOneOverwriteOustWhatOthersWrite() {
    List<TaskWrites> both =
        List.of(
            by("a", StateUpdate.of(LOG, "lost")),
            by("b", StateUpdate.overwrite(LOG, List.of("only")).with(LOG, "more")),
            by("c", StateUpdate.of(LOG, "lost too")));

    assertThat(SCHEMA.apply(State.of(Map.of("log", List.of("old"))), both).get(LOG))
        .containsExactly("only", "more");
  }

  @Test
  void shouldLetOneOverwriteOustTheOtherWriterOfAPlainChannel() {
    List<TaskWrites> both =
        List.of(by("a", StateUpdate.of(NAME, "lost")), by("b", StateUpdate.overwrite(NAME, "b")));

    assertThat(SCHEMA.apply(SCHEMA.initial(), both).get(NAME)).isEqualTo("b");
  }

  @Test
  void shouldRefuseTwoThatOverwriteOneChannel() {
    List<TaskWrites> both =
        List.of(
            by("a", StateUpdate.overwrite(LOG, List.of("a"))),
            by("b", StateUpdate.overwrite(LOG, List.of("b"))));

    assertThatThrownBy(() -> SCHEMA.apply(SCHEMA.initial(), both))
        .isInstanceOf(ConflictingWriteException.class)
        .hasMessageContaining("log");
  }

  @Test
  void shouldClearWhatLivesForOneStepAndKeepTheRest() {
    Channel<Integer> counted = Channel.sum("counted", Integer.class).ephemeral();
    Channel<String> brief = Channel.of("brief", String.class).ephemeral();
    StateSchema schema = StateSchema.of(List.of(NAME, counted, brief), Openness.DECLARED_ONLY);

    State cleared = schema.cleared(State.of(Map.of("name", "n", "counted", 3, "brief", "b")));

    assertThat(cleared.values()).containsOnly(Map.entry("name", "n"), Map.entry("counted", 0));
    assertThat(schema.cleared(cleared)).isSameAs(cleared);
  }

  @Test
  void shouldTellHowLongChannelsLive() {
    Channel<String> brief = Channel.of("brief", String.class).ephemeral();
    Channel<String> hidden = Channel.of("hidden", String.class).untracked();
    StateSchema some = StateSchema.of(List.of(NAME, brief, hidden), Openness.ANY);
    StateSchema tracked = StateSchema.of(List.of(NAME, brief), Openness.ANY);

    assertThat(some.lifetime("brief")).isEqualTo(Lifetime.STEP);
    assertThat(some.lifetime("undeclared")).isEqualTo(Lifetime.THREAD);
    assertThat(some.isTracked("hidden")).isFalse();
    assertThat(some.isTracked("brief")).isTrue();
    assertThat(some.tracksAll()).isFalse();
    assertThat(tracked.tracksAll()).isTrue();
  }

  @Test
  void shouldNameTheErrorWhenAReducerGivesNoReason() {
    Channel<Integer> silent =
        Channel.of("silent", Integer.class)
            .reducedBy(
                "silent",
                (a, b) -> {
                  throw new IllegalStateException();
                });
    StateSchema schema = StateSchema.of(List.of(silent), Openness.DECLARED_ONLY);
    State state = State.of(Map.of("silent", 1));

    assertThatThrownBy(() -> schema.apply(state, List.of(by("a", StateUpdate.of(silent, 2)))))
        .isInstanceOf(ReducerException.class)
        .hasMessageContaining("java.lang.IllegalStateException");
  }

  @Test
  void shouldCallOnlyReducersOfUsersInTheWayThatIsGiven() {
    Channel<String> named =
        Channel.of("named", String.class).reducedBy("join", (held, write) -> held + write);
    StateSchema schema = StateSchema.of(List.of(LOG, LATEST, named), Openness.DECLARED_ONLY);
    List<String> called = new ArrayList<>();
    StateSchema watched =
        schema.calling(
            (channel, current, write) -> {
              called.add(channel.name());
              return ReducerCall.PLAIN.reduce(channel, current, write);
            });

    State state =
        watched.apply(
            State.of(Map.of("named", "a")),
            List.of(by("a", StateUpdate.of(LOG, "x").with(LATEST, 2).with(named, "b"))));

    assertThat(called).containsExactly("named");
    assertThat(state.get(LOG)).containsExactly("x");
    assertThat(state.get(named)).isEqualTo("ab");
    assertThat(watched.callsReducersOfUsers()).isTrue();
    assertThat(StateSchema.of(List.of(LOG, LATEST), Openness.DECLARED_ONLY).callsReducersOfUsers())
        .isFalse();
  }

  @Test
  void shouldKeepWhatIsUntrackedOutOfWhatIsRecorded() {
    Channel<String> scratch = Channel.of("scratch", String.class).untracked();
    List<TaskWrites> written = List.of(by("a", StateUpdate.of(NAME, "n").with(scratch, "s")));

    List<TaskWrites> tracked =
        StateSchema.of(List.of(NAME, scratch), Openness.DECLARED_ONLY).tracked(written);

    assertThat(tracked).containsExactly(by("a", StateUpdate.of(NAME, "n")));
    assertThat(SCHEMA.tracked(written)).isSameAs(written);
  }

  @Test
  void shouldKnowAnyNameOnlyWhereItIsOpen() {
    assertThat(List.of(SCHEMA.knows("name"), SCHEMA.knows("other"))).containsExactly(true, false);
    assertThat(StateSchema.of(List.of(NAME), Openness.ANY).knows("other")).isTrue();
  }

  private static TaskWrites by(String writer, StateUpdate update) {
    return new TaskWrites(writer, update.writes());
  }

  private static final class Failing implements Reducer {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public Object reduce(Object current, Object write) {
      throw new IllegalStateException("no such luck");
    }
  }
}
