package io.evergraph.contract;

import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No value that anybody sends, asks for or gives back stops a thread for ever. */
@Timeout(90)
class HostileValueContract extends RuntimeContract {
  private static final BigDecimal HUGE = new BigDecimal("1e20000000");
  private static final Channel<BigDecimal> AMOUNT = Channel.sum("amount", BigDecimal.class);

  @Test
  void shouldRefuseAnInputThatTakesLongToAdd() {
    Graph graph = writing("sums-input", AMOUNT, BigDecimal.ONE);

    assertThatThrownBy(() -> start(graph, StateUpdate.of(AMOUNT, HUGE)).orThrow())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("amount")
        .hasMessageContaining("digits");

    newThread();
    RunResult next = start(graph, StateUpdate.of(AMOUNT, BigDecimal.TEN));
    assertThat(next.state().get(AMOUNT)).isEqualByComparingTo("11");
  }

  @Test
  void shouldFailANodeThatGivesANumberThatTakesLongToAdd() {
    RunResult result = start(writing("sums-result", AMOUNT, HUGE), StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(failureType(result)).isEqualTo(InvalidValueException.class.getName());
  }

  @Test
  void shouldRefuseWhatAReducerMakesTooLarge() {
    Channel<BigDecimal> product =
        Channel.of("product", BigDecimal.class)
            .reducedBy(Reducer.of("times", (BigDecimal a, BigDecimal b) -> a.multiply(b)));
    BigDecimal large = BigDecimal.TEN.pow(600).add(BigDecimal.ONE);

    RunResult result = start(writing("multiplies", product, large), StateUpdate.of(product, large));

    assertThat(failureType(result)).isEqualTo(InvalidValueException.class.getName());
    assertThatGoesOn();
  }

  @Test
  void shouldRefuseAReducerThatTakesTooLong() {
    Channel<Integer> slow =
        Channel.of("slow", Integer.class).reducedBy(Reducer.of("slow", (a, b) -> spin(b)));

    RunResult result = start(writing("reduces-slowly", slow, 2), StateUpdate.of(slow, 1));

    assertThat(result.error())
        .get()
        .asString()
        .contains(ReducerException.class.getName(), "'slow'", "took longer");
    assertThatGoesOn();
  }

  private static <T> T spin(T value) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    return value;
  }

  /** Another thread of the same process is served. */
  private void assertThatGoesOn() {
    newThread();
    RunResult other = start(writing("goes-on", AMOUNT, BigDecimal.ONE), StateUpdate.empty());
    assertThat(other.status()).isEqualTo(RunStatus.FINISHED);
  }

  static List<Map<String, Object>> brokenSchemas() {
    return List.of(
        Map.of("type", "string", "pattern", "(["),
        Map.of("$ref", "#/nowhere"),
        Map.of("$ref", "nowhere.json"),
        Map.of("$ref", "#"));
  }

  @ParameterizedTest
  @MethodSource("brokenSchemas")
  void shouldFailANodeThatAsksWithABrokenSchema(Map<String, Object> schema) {
    RunResult result = start(asking("asks-broken", schema), StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(failureType(result)).isEqualTo(InvalidValueException.class.getName());
  }

  @Test
  void shouldRefuseAnAnswerWhoseCheckTakesTooLong() {
    Graph graph = asking("asks-slowly", Map.of("type", "string", "pattern", "^(([a-z])+.)+[A-Z]$"));
    RunResult waiting = start(graph, StateUpdate.empty());
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);

    assertThatThrownBy(() -> answer(Answer.to(waiting.interrupts().get(0).id(), "a".repeat(60))))
        .isInstanceOf(InvalidAnswerException.class);

    RunResult result = answer(Answer.to(waiting.interrupts().get(0).id(), "ab cdE"));
    assertThat(result.state().get(VALUE)).isEqualTo("ab cdE");
  }

  @ParameterizedTest
  @ValueSource(ints = {600, 900, 999, 5_000})
  void shouldRefuseAnAnswerThatIsNestedTooDeep(int depth) {
    Graph graph = asking("asks-deep", Map.of("properties", Map.of("next", Map.of("$ref", "#"))));
    RunResult waiting = start(graph, StateUpdate.empty());
    Object deep = "end";
    for (int level = 0; level < depth; level++) {
      deep = Map.of("next", deep);
    }
    Answer nested = Answer.to(waiting.interrupts().get(0).id(), deep);

    assertThatThrownBy(() -> answer(nested)).isInstanceOf(GraphException.class);

    RunResult result = answer(Answer.to(waiting.interrupts().get(0).id(), "fine"));
    assertThat(result.state().get(VALUE)).isEqualTo("fine");
  }

  private static <T> Graph writing(String name, Channel<T> channel, T value) {
    return Graph.builder(name)
        .channels(channel)
        .node("a", context -> Command.update(channel, value))
        .edge(START, "a")
        .edge("a", END)
        .build();
  }

  private static Graph asking(String name, Map<String, Object> schema) {
    NodeAction asks =
        context ->
            Command.update(
                VALUE,
                "" + context.interrupt(Question.asking(Object.class, "What?").fitting(schema)));
    return Graph.builder(name)
        .channels(VALUE)
        .node("a", asks)
        .edge(START, "a")
        .edge("a", END)
        .build();
  }

  private static String failureType(RunResult result) {
    return ((TaskFailedException) result.error().orElseThrow()).errorType();
  }
}
