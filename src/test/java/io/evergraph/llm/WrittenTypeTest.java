package io.evergraph.llm;

import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.FinalAnswer;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.testkit.GraphRun;
import java.math.BigDecimal;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of a type that a model writes as JSON: answers, and the arguments of graphs. */
class WrittenTypeTest {
  private static final Channel<String> TOLD = Channel.of("told", String.class);

  private record Price(BigDecimal price) {}

  /** A graph that tells of its input. */
  private static <I> Toolset teller(Channel<I> input, Function<I, String> words) {
    Graph graph =
        Graph.builder("teller")
            .channels(input, TOLD)
            .node("tell", it -> Command.update(TOLD, words.apply(it.state().get(input))))
            .edge(Graph.START, "tell")
            .build();
    return Toolset.graph(graph, "tells of it", input, TOLD);
  }

  private static String told(Toolset teller, String arguments) {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "teller", arguments)), says("Done."));
    Graph agent = ReactAgent.of("agent", ModelSource.of(model)).tools(teller).build();
    return GraphRun.of(agent).user("Hi").start().chat().get(2).text();
  }

  private static <A> A answered(Class<A> type, String json) {
    ScriptedChat model = ScriptedChat.of(calls(call("1", FinalAnswer.NAME, json)));
    Graph agent = ReactAgent.of("agent", ModelSource.of(model)).answer(type).build();
    return GraphRun.of(agent).user("Hi").start().result().state().get(ReactAgent.answerOf(type));
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678901234567.89", "10.10"})
  void shouldKeepTheDigitsOfDecimals(String digits) {
    String json = "{\"price\": " + digits + "}";
    Channel<Price> price = Channel.of("price", Price.class);

    assertThat(answered(Price.class, json)).isEqualTo(new Price(new BigDecimal(digits)));
    assertThat(told(teller(price, it -> it.price().toPlainString()), json)).isEqualTo(digits);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "so so", "[]", "{} {}", "{\"price\": 1e999999999}"})
  void shouldSayWhatIsNoValueOfTheType(String text) {
    assertThat(FinalAnswer.of(Price.class).misfit(text)).isPresent();
  }
}
