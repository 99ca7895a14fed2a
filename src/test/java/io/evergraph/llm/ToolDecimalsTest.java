package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers that tools are given are those that the model wrote. */
class ToolDecimalsTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  record Money(Double rate, Integer count, BigDecimal amount) {}

  /** Tools as users write them. */
  static final class Bank {
    @Tool("decimal")
    String decimal(@P(name = "sum", value = "the sum") BigDecimal amount) {
      return "" + amount;
    }

    @Tool("whole")
    String whole(BigInteger number) {
      return "" + number;
    }

    @Tool("both")
    String both(BigDecimal amount, @P(value = "may be left out", required = false) String note) {
      return amount + " " + note;
    }

    @Tool("record")
    String money(Money money) {
      return "" + money;
    }

    @Tool("map")
    String map(Map<String, Integer> counts, List<Integer> numbers) {
      return counts + " " + numbers;
    }
  }

  private static String result(Toolset tools, String tool, String arguments) {
    Graph graph =
        Graph.builder("bank")
            .channels(CHAT)
            .node("tools", ToolNode.of(tools, CHAT))
            .edge(Graph.START, "tools")
            .build();
    try (InMemoryRuntime runtime = InMemoryRuntime.builder(GraphRegistry.of(graph)).build()) {
      Message call = Message.assistant("", new ToolCall("1", tool, arguments));
      RunResult run = runtime.start(graph, ThreadId.of("one"), StateUpdate.of(CHAT, call)).await();
      assertThat(run.status()).isEqualTo(RunStatus.FINISHED);
      List<Message> chat = run.state().get(CHAT);
      return chat.get(chat.size() - 1).text();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "decimal | {'sum': 12345678901234567890.12} | 12345678901234567890.12",
        "decimal | {'sum': 1.10} | 1.10",
        "decimal | {'sum': 7} | 7",
        "whole | {'number': 123456789012345678901234567890} | 123456789012345678901234567890",
        "both | {'amount': 0.10, 'note': null} | 0.10 null",
        "map | {'counts': {'a': 1}, 'numbers': [2]} | {a=1} [2]"
      })
  void shouldGiveMethodsAllDigits(String tool, String arguments, String result) {
    assertThat(result(Toolset.from(new Bank()), tool, arguments.replace('\'', '"')))
        .isEqualTo(result);
  }

  @Test
  void shouldGiveTheComponentsOfRecordsAllDigits() {
    String money = "{'rate': 2, 'count': 3, 'amount': 12345678901234567890.10}";

    assertThat(
            result(
                Toolset.from(new Bank()),
                "money",
                "{'money': %s}".formatted(money).replace('\'', '"')))
        .isEqualTo("Money[rate=2.0, count=3, amount=12345678901234567890.10]");
  }

  @Test
  void shouldGiveFunctionsAllDigitsBesideAnArgumentThatIsNull() {
    ToolSpecification pay =
        ToolSpecification.builder()
            .name("pay")
            .parameters(
                JsonObjectSchema.builder()
                    .addNumberProperty("amount")
                    .addStringProperty("note")
                    .required("amount")
                    .build())
            .build();
    Toolset tools = Toolset.of(pay, (call, context) -> call.arguments());

    assertThat(result(tools, "pay", "{\"amount\": 12345678901234567890.10, \"note\": null}"))
        .isEqualTo("{\"amount\":12345678901234567890.10}");
  }
}
