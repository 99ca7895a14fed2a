package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
  private static final Channel<String> TEXT = Channel.of("text", String.class);

  @Nested
  class Emitting {
    private final List<Emission> emitted = new ArrayList<>();
    private final Emitter emitter = emitted::add;

    @Test
    void shouldPassOnWhatIsEmitted() {
      emitter.custom(7);
      emitter.progress("begun");
      emitter.progress("half", 0.5);
      emitter.text("m1", "Hel");

      assertThat(emitted)
          .containsExactly(
              new Emission.Custom(7),
              new Emission.Progress("begun", null),
              new Emission.Progress("half", 0.5),
              new Emission.Text("m1", "Hel"));
    }

    @Test
    void shouldAcceptFractionsFromNoneToAll() {
      emitter.progress("none", 0);
      emitter.progress("all", 1);

      assertThat(emitted).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void shouldRefuseAFractionBeyondTheWhole(double fraction) {
      assertThatThrownBy(() -> emitter.progress("odd", fraction))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected a fraction from 0 to 1 but found " + fraction + ".");
    }

    @Test
    void shouldTellTheKindsApart() {
      emitter.custom(7);
      emitter.progress("begun");
      emitter.text("m1", "Hel");
      emitter.emit(new Emission.AttemptBegun());
      emitter.emit(new Emission.AttemptFailed("IOException", "no paper", null));

      assertThat(emitted)
          .extracting(
              any ->
                  any.<String>match(
                      it -> "custom " + it.value(),
                      it -> "progress " + it.text(),
                      it -> "text " + it.delta(),
                      it -> "begun",
                      it -> "failed " + it.message()))
          .containsExactly("custom 7", "progress begun", "text Hel", "begun", "failed no paper");
    }
  }

  @Nested
  class Asking {
    @Test
    void shouldKeepWhatWasSaidWhenMoreIsSaid() {
      Question<String> question =
          Question.asking(String.class, "Sure?")
              .with("urgent", true)
              .fitting(Map.of("type", "string"))
              .expiresAfter(Duration.ofHours(1))
              .otherwise("no")
              .with("by", "boss");

      assertThat(question)
          .isEqualTo(
              new Question<>(
                  "Sure?",
                  String.class,
                  Map.of("type", "string"),
                  Map.of("urgent", true, "by", "boss"),
                  new Expiry(Duration.ofHours(1), new Expiry.TakeAnswer("no"))));
    }

    @Test
    void shouldFailTheTaskWhenNothingElseIsSaid() {
      Question<Object> question = Question.of("?").expiresAfter(Duration.ofHours(1));

      assertThat(question.answerType()).isEqualTo(Object.class);
      assertThat(question.expiry())
          .isEqualTo(new Expiry(Duration.ofHours(1), new Expiry.FailTask()));
    }

    @Test
    void shouldKeepWhatHappensWhenTheWaitChanges() {
      Question<Object> question =
          Question.of("?")
              .expiresAfter(Duration.ofHours(1))
              .otherwiseGoTo("a", "b")
              .expiresAfter(Duration.ofHours(2));

      assertThat(question.expiry())
          .isEqualTo(new Expiry(Duration.ofHours(2), new Expiry.GoTo(List.of("a", "b"))));
    }

    @Test
    void shouldRefuseWhatHappensLaterWhenItWaitsForEver() {
      assertThatThrownBy(() -> Question.of("?").otherwise("no"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "Expected a question that expires but found one that waits for ever. Call"
                  + " expiresAfter first.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void shouldRefuseToWaitForNoTime(Duration wait) {
      assertThatThrownBy(() -> Question.of("?").expiresAfter(wait))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected a question to wait for a positive time but found " + wait + ".");
    }

    @Test
    void shouldNotChangeWhenTheMapsItWasMadeOfDo() {
      Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "string"));
      Question<Object> question = Question.of("?").fitting(schema);

      schema.put("type", "number");

      assertThat(question.schema()).isEqualTo(Map.of("type", "string"));
    }
  }

  @Nested
  class Commanding {
    @Test
    void shouldWriteTheElementsOfAList() {
      ListChannel<String> log = ListChannel.append("log", String.class);

      assertThat(Command.update(log, "a", "b"))
          .isEqualTo(Command.update(StateUpdate.of(log, "a", "b")));
    }

    @Test
    void shouldKeepWritesAndRoutesWhenAimedAtTheGraphAround() {
      Command command = Command.update(TEXT, "x").thenGoTo("a").toParent();

      assertThat(command)
          .isEqualTo(
              new Command(
                  StateUpdate.of(TEXT, "x"),
                  Optional.of(List.of(Route.to("a"))),
                  Command.Scope.PARENT));
      assertThat(command.thenGoTo("b").scope()).isEqualTo(Command.Scope.PARENT);
    }

    @Test
    void shouldLetRoutersCommand() throws Exception {
      Command command = Command.update(TEXT, "x").thenGoTo("a");
      Router router = Router.commanding(context -> command);
      Router silent = Router.commanding(context -> Command.update(TEXT, "x"));

      assertThat(router.command(null)).isEqualTo(command);
      assertThat(router.route(null)).containsExactly(Route.to("a"));
      assertThat(silent.route(null)).isEmpty();
    }

    @Test
    void shouldNotCommandMoreThanRoutesWhenARouterOnlyRoutes() throws Exception {
      Router router = context -> List.of(Route.to("a"));

      assertThat(router.command(null)).isEqualTo(Command.goTo("a"));
    }
  }

  @Nested
  class Edges {
    private final Edge join = new JoinEdge(List.of("b", "a", "b"), "c", JoinRule.any());
    private final Edge first =
        new FirstMatchEdge(
            "a",
            List.of(Match.when("x", "1", "b"), Match.when("x", "2", "b"), Match.otherwise("c")));
    private final Edge conditional = new ConditionalEdge("a", "r", Map.of("on", "b", "off", "c"));
    private final Edge always = new StaticEdge("a", "b");

    @Test
    void shouldKnowWhereTheyLeaveAndLead() {
      assertThat(join.sources()).containsExactly("a", "b");
      assertThat(join.targets()).containsExactly("c");
      assertThat(first.sources()).containsExactly("a");
      assertThat(first.targets()).containsExactly("b", "c");
      assertThat(conditional.sources()).containsExactly("a");
      assertThat(conditional.targets()).containsExactlyInAnyOrder("b", "c");
      assertThat(always.sources()).containsExactly("a");
      assertThat(always.targets()).containsExactly("b");
    }

    @Test
    void shouldTellTheKindsApart() {
      assertThat(List.of(join, first, conditional, always))
          .extracting(
              edge ->
                  edge.<String>match(
                      it -> "static", it -> "conditional", it -> "join", it -> "first match"))
          .containsExactly("join", "first match", "conditional", "static");
    }

    @Test
    void shouldNameAJoinBySourcesTargetAndRace() {
      assertThat(new JoinEdge(List.of("b", "a"), "c", JoinRule.all()).name()).isEqualTo("a,b>c");
      assertThat(((JoinEdge) join).name()).isEqualTo("a,b>c AtLeast[count=1]");
    }

    @Test
    void shouldKnowWhatEachRuleOfAJoinNeeds() {
      assertThat(
              List.of(JoinRule.all(), JoinRule.any(), JoinRule.atLeast(2), JoinRule.firstSuccess()))
          .extracting(
              rule -> rule.needed(3), JoinRule::isRace, JoinRule::countsHandled, WordsTest::kind)
          .containsExactly(
              tuple(3, false, true, "all"),
              tuple(1, true, true, "at least"),
              tuple(2, true, true, "at least"),
              tuple(1, true, false, "first success"));
    }

    @Test
    void shouldTakeTheFirstMatchForAnyStateWhenNothingIsCompared() {
      assertThat(Match.otherwise("c").isAlways()).isTrue();
      assertThat(Match.otherwise("c").accepts(State.empty())).isTrue();
      assertThat(new Match("x", null, "c").isAlways()).isTrue();
      assertThat(new Match("x", null, "c").accepts(State.empty())).isTrue();
      assertThat(Match.when("x", "1", "c").isAlways()).isFalse();
      assertThat(Match.when("x", "1", "c").accepts(State.empty())).isFalse();
    }
  }

  private static String kind(JoinRule rule) {
    return rule.match(all -> "all", atLeast -> "at least", first -> "first success");
  }

  @Nested
  class Hashing {
    @Test
    void shouldTellPartsApart() {
      assertThat(ContentHash.hex("ab", "c")).isNotEqualTo(ContentHash.hex("a", "bc"));
      assertThat(ContentHash.hex("a")).matches("[0-9a-f]{32}").isEqualTo(ContentHash.hex("a"));
      assertThat(ContentHash.uuid("ab", "c")).isNotEqualTo(ContentHash.uuid("a", "bc"));
    }

    @Test
    void shouldMakeUuidsOfTheirOwnVersion() {
      for (int seed = 0; seed < 64; seed++) {
        UUID id = UUID.fromString(ContentHash.uuid("seed", seed));

        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
      }
    }
  }
}
