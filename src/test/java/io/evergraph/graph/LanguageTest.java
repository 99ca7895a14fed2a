package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.graph.Route.ToNode;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small words that nodes and routers speak in. */
class LanguageTest {
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  @Test
  void shouldFollowEdgesWhenACommandNamesNoRoutes() {
    assertThat(Command.none().routes()).isEmpty();
    assertThat(Command.update(NAME, "x").routes()).isEmpty();
    assertThat(Command.update(LOG, "x", "y").update()).isEqualTo(StateUpdate.of(LOG, "x", "y"));
  }

  @Test
  void shouldEndTheBranchWhenACommandGoesNowhere() {
    assertThat(Command.goTo().routes()).contains(List.of());
  }

  @Test
  void shouldKeepItsWritesWhenACommandGoesOn() {
    Command command = Command.update(NAME, "x").thenGoTo("a", "b");

    assertThat(command.update()).isEqualTo(StateUpdate.of(NAME, "x"));
    assertThat(command.routes()).contains(List.of(Route.to("a"), Route.to("b")));
  }

  @Test
  void shouldNotChangeWhenTheListOfRoutesChanges() {
    List<Route> routes = new ArrayList<>(List.of(Route.to("a")));
    Command command = Command.none().then(routes);

    routes.clear();

    assertThat(command.routes()).contains(List.of(Route.to("a")));
  }

  @Test
  void shouldKeepItsInputWhenASendIsRenamed() {
    Route send = Route.send("label", StateUpdate.of(NAME, "x"));

    assertThat(send.withTarget("node")).isEqualTo(Route.send("node", StateUpdate.of(NAME, "x")));
    assertThat(Route.to("label").withTarget("node")).isEqualTo(Route.to("node"));
    assertThat(send.<String>match(ToNode::target, it -> "sent to " + it.target()))
        .isEqualTo("sent to label");
  }

  @Test
  void shouldAdaptPlainFunctionsWhenNodesAndRoutersAreSimple() throws Exception {
    State state = State.of(Map.of("name", "Ada"));
    NodeContext context = new StateOnly(state);

    Command command = NodeAction.of(it -> StateUpdate.of(LOG, it.get(NAME))).run(context);
    List<Route> routes = Router.of(it -> it.get(NAME)).route(context);

    assertThat(command).isEqualTo(Command.update(LOG, "Ada"));
    assertThat(routes).containsExactly(Route.to("Ada"));
    assertThat(context.lastStep()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"Yes,true", "YES,true", "no,false", ",false"})
  void shouldCompareTextIgnoringCaseWhenAStateIsMatched(String held, boolean accepted) {
    Map<String, Object> values = new HashMap<>();
    values.put("name", held);

    assertThat(Match.when("name", "yes", "a").accepts(State.of(values))).isEqualTo(accepted);
    assertThat(Match.otherwise("a").accepts(State.of(values))).isTrue();
    assertThat(Match.when("absent", "yes", "a").accepts(State.of(values))).isFalse();
  }

  @Test
  void shouldCompareByTextWhenTheValueIsNoText() {
    State state = State.of(Map.of("name", true, "count", 3));

    assertThat(Match.when("name", "TRUE", "a").accepts(state)).isTrue();
    assertThat(Match.when("count", "3", "a").accepts(state)).isTrue();
  }

  @Test
  void shouldCarryFactsInOrderWhenAQuestionHasSome() {
    Question<Boolean> question =
        Question.asking(Boolean.class, "Refund?").with("amount", 250).with("by", "agent");

    assertThat(question.metadata())
        .containsExactly(Map.entry("amount", 250), Map.entry("by", "agent"));
    assertThat(Question.of("Refund?").metadata()).isEmpty();
    assertThat(question.answerType()).isEqualTo(Boolean.class);
  }

  @Test
  void shouldPassThroughCatchExceptionWhenATaskIsInterrupted() {
    InterruptSignal signal = new InterruptSignal("abc");

    assertThat(signal).isInstanceOf(Error.class).hasMessageContaining("abc");
    assertThat(signal.getStackTrace()).isEmpty();
  }

  @Test
  void shouldNameContentTheSameInEveryProcess() {
    assertThat(ContentHash.hex("thread", 7, "")).isEqualTo("8890e2632fa816082b44d3b79e1552cd");
    assertThat(ContentHash.hex("a", "bc")).isNotEqualTo(ContentHash.hex("ab", "c"));
    assertThat(ContentHash.uuid("a", 1)).isEqualTo(ContentHash.uuid("a", 1));
    assertThat(UUID.fromString(ContentHash.uuid("a", 1)).version()).isEqualTo(8);
    assertThat(UUID.fromString(ContentHash.uuid("a", 1)).variant()).isEqualTo(2);
  }

  @Test
  void shouldRefuseWhenAQuestionShowsNothing() {
    assertThatThrownBy(() -> Question.of(null)).isInstanceOf(NullPointerException.class);
  }

  /** A context that knows a state and nothing else. */
  private record StateOnly(State state) implements NodeContext {
    @Override
    public <T> T interrupt(Question<T> question) {
      throw new InterruptSignal("any");
    }

    @Override
    public <T> T interrupt(String key, Question<T> question) {
      throw new InterruptSignal(key);
    }

    @Override
    public String thread() {
      return "thread";
    }

    @Override
    public String runId() {
      return "run";
    }

    @Override
    public String turnId() {
      return "run";
    }

    @Override
    public String node() {
      return "node";
    }

    @Override
    public int step() {
      return 1;
    }

    @Override
    public int attempt() {
      return 1;
    }

    @Override
    public NodePolicy policy() {
      return NodePolicy.DEFAULT;
    }

    @Override
    public int remainingSteps() {
      return 0;
    }

    @Override
    public Map<String, Object> runContext() {
      return Map.of();
    }

    @Override
    public List<String> tags() {
      return List.of();
    }

    @Override
    public Map<String, Object> options() {
      return Map.of();
    }

    @Override
    public Store store() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Emitter emitter() {
      return emission -> {};
    }

    @Override
    public String idempotencyKey() {
      return "key";
    }

    @Override
    public void heartbeat(Object details) {}

    @Override
    public <T> Optional<T> lastHeartbeat(Class<T> type) {
      return Optional.empty();
    }

    @Override
    public void usage(String counter, long amount) {}

    @Override
    public void heartbeat() {}
  }
}
