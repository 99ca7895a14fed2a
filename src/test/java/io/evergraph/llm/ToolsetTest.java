package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationParameters;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.FinalAnswer;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.ToolSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.ScriptedModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools by name. */
@ExtendWith(EvergraphExtension.class)
class ToolsetTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final ToolSpecification ADD = ToolSpecification.builder().name("add").build();
  private static final ToolSpecification SUB = ToolSpecification.builder().name("sub").build();

  @Test
  void shouldReadDefinitionsInOpenAisFormat() {
    List<ToolSpecification> definitions =
        Toolset.definitions(
            """
            [{"type": "function", "function": {"name": "add", "description": "Adds.", "parameters":
              {"type": "object", "properties": {"a": {"type": "integer", "minimum": 0}},
               "required": ["a"]}}}]
            """);

    assertThat(definitions).hasSize(1);
    assertThat(definitions.get(0).name()).isEqualTo("add");
    assertThat(definitions.get(0).description()).isEqualTo("Adds.");
    assertThat(definitions.get(0).parameters().required()).containsExactly("a");
    assertThat(definitions.get(0).toJson()).contains("\"minimum\"");
  }

  @Test
  void shouldReadDefinitionsWithRemarks() {
    List<ToolSpecification> definitions =
        Toolset.definitions(
            """
            [{"type":"function","function":{"name":"add","parameters":{
              "$schema":"http://json-schema.org/draft-07/schema#","title":"Add","type":"object",
              "properties":{"a":{"type":"integer","title":"A"}},"required":["a"]}}}]
            """);

    assertThat(definitions.get(0).parameters().required()).containsExactly("a");
    assertThat(definitions.get(0).parameters().properties()).containsOnlyKeys("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "[{}]", "[{\"function\": {\"name\": 1}}]"})
  void shouldSayWhatItExpectsWhenDefinitionsAreSomethingElse(String json) {
    assertThatThrownBy(() -> Toolset.definitions(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OpenAI's format");
  }

  @Test
  void shouldKeepTheOrderOfDeclaration() {
    Toolset both =
        Toolset.of(SUB, (call, context) -> "").and(Toolset.of(ADD, (call, context) -> ""));

    assertThat(both.names()).containsExactly("sub", "add");
    assertThat(both.specifications()).containsExactly(SUB, ADD);
    assertThat(Toolset.empty().and(both).names()).containsExactly("sub", "add");
  }

  @Test
  void shouldRefuseTwoToolsOfOneName() {
    Toolset add = Toolset.of(ADD, (call, context) -> "");

    assertThatThrownBy(() -> add.and(add)).hasMessageContaining("'add' twice");
    assertThatThrownBy(() -> Toolset.of(List.of(ADD, ADD), (call, context) -> ""))
        .hasMessageContaining("'add' twice");
  }

  /** A source with tools of some names, which tells the name that it is called by. */
  private record Source(String... names) implements ToolSource {
    @Override
    public String name() {
      return "crm";
    }

    @Override
    public List<ToolSpecification> tools() {
      return Stream.of(names).map(it -> ToolSpecification.builder().name(it).build()).toList();
    }

    @Override
    public String execute(ToolCall call, ToolContext context) {
      return call.name();
    }
  }

  @Test
  void shouldOfferToolsOfASourceUnderNamesThatProvidersTake() {
    String longest = "x".repeat(100);

    Toolset now =
        Toolset.source(new Source("a/b", "a.b", longest, longest + "y", longest + "z")).now();

    assertThat(now.names())
        .containsExactly(
            "crm_a_b",
            "crm_a_b_",
            "crm_" + "x".repeat(60),
            "crm_" + "x".repeat(59) + "_",
            "crm_" + "x".repeat(58) + "__");
    assertThat(called(now, "crm_a_b_")).isEqualTo("a.b");
    assertThat(called(now, "crm_" + "x".repeat(59) + "_")).isEqualTo(longest + "y");
  }

  @Test
  void shouldSayHowNamesOfASourceBeginWhereACalledToolIsUnknown() {
    Toolset crm = Toolset.source(new Source("find")).and(Toolset.of(ADD, (call, context) -> "sum"));

    ScriptedModel model =
        ScriptedModel.says(ScriptedModel.calls("find", "{}"), ScriptedModel.text("Sorry."));
    Graph agent = ReactAgent.of("agent", ModelSource.of(model)).tools(crm).build();

    List<Message> chat = GraphRun.of(agent).user("Find it.").start().chat();

    assertThat(chat.get(2).text())
        .isEqualTo("There is no tool 'find'. Use one of these: add, crm_….");
  }

  @Test
  void shouldLeaveOutOptionalArgumentsThatAModelSaysNullFor() {
    ToolSpecification find =
        Toolset.definitions(
                """
                [{"type":"function","function":{"name":"find","parameters":{"type":"object",
                  "properties":{"a":{"type":"string"},"limit":{"type":"integer"},
                    "due":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}}}]
                """)
            .get(0);
    Toolset tools = Toolset.of(find, (call, context) -> call.arguments());

    assertThat(told(tools, "find", "{\"a\": \"x\", \"limit\": null}")).isEqualTo("{\"a\":\"x\"}");
    assertThat(told(tools, "find", "{\"a\": \"x\"}")).isEqualTo("{\"a\": \"x\"}");
    assertThat(told(tools, "find", "{\"a\": \"x\", \"due\": null}"))
        .isEqualTo("{\"a\": \"x\", \"due\": null}");
  }

  @Test
  void shouldRefuseACacheOfCallsSinceNoTwoAreAlike() {
    NodePolicy cached = NodePolicy.builder().cache(CachePolicy.ALWAYS).build();
    Toolset tools =
        Toolset.source(new Source("find")).and(Toolset.of(ADD, (call, context) -> "sum"));

    assertThatThrownBy(() -> tools.policy("add", cached))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'add'", "cache");
    assertThatThrownBy(() -> tools.policy("crm", cached))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'crm'", "cache");
    ReactAgent agent =
        ReactAgent.of("agent", ModelSource.of(ScriptedModel.says()))
            .tools(tools)
            .toolPolicy(cached);
    assertThatThrownBy(agent::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("all tools", "cache");
  }

  @Test
  void shouldRunCodeAroundTheToolsOfASourceAsAroundOthers() {
    Toolset around =
        Toolset.source(new Source("find"))
            .and(Toolset.of(ADD, (call, context) -> "sum"))
            .around((call, context, tool) -> "in " + tool.execute(call, context))
            .around((call, context, tool) -> "out " + tool.execute(call, context));

    assertThat(called(around, "crm_find")).isEqualTo("out in find");
    assertThat(called(around, "add")).isEqualTo("out in sum");
  }

  @Test
  void shouldFindTheAnswerOfAnAgentWhateverIsAroundItsTools() {
    Toolset tools = FinalAnswer.of(Sum.class).tool();

    assertThat(FinalAnswer.among(tools.around((call, context, tool) -> "never"))).isPresent();
  }

  private record Sum(int value) {}

  private static String called(Toolset tools, String name) {
    return told(tools, name, "{}");
  }

  private static String told(Toolset tools, String name, String arguments) {
    Graph graph =
        Graph.builder("calls")
            .channels(CHAT)
            .node("tools", ToolNode.of(tools, CHAT))
            .edge(Graph.START, "tools")
            .build();
    Message caller = Message.assistant("", new ToolCall("1", name, arguments));
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      List<Message> chat =
          runtime
              .start(graph, ThreadId.of("t"), StateUpdate.of(CHAT, caller))
              .await()
              .state()
              .get(CHAT);
      return chat.get(1).text();
    }
  }

  /** A tool that reads what the caller of the run has passed. */
  private static final class Greeter {
    @Tool("Greets")
    String greet(String name, InvocationParameters caller) {
      return name + " by " + caller.get("user") + caller.asMap().keySet();
    }
  }

  @Test
  void shouldGiveMethodsTheContextOfTheRunAsInvocationParameters() {
    Map<String, Object> context = new LinkedHashMap<>(Map.of("user", "Ann"));
    context.put("team", null);
    ScriptedModel model =
        ScriptedModel.says(
            ScriptedModel.calls("greet", "{\"name\":\"Bob\"}"), ScriptedModel.text("Done."));
    Graph agent =
        ReactAgent.of("agent", ModelSource.of(model)).tools(Toolset.from(new Greeter())).build();

    List<Message> chat = GraphRun.of(agent).user("Hi").context(context).start().chat();

    assertThat(chat.get(2).text()).isEqualTo("Bob by Ann[user]");
  }

  private static class Orders {
    @Tool("Finds an order")
    String find() {
      return "found";
    }
  }

  /** As proxies of Spring have it: what overrides a method carries none of its annotations. */
  private static final class Proxy extends Orders {
    @Override
    String find() {
      return "found by proxy";
    }
  }

  private interface Finder {
    @Tool("Finds something")
    String find();
  }

  private interface Search<T> {
    @Tool("Finds what is wanted")
    String find(T wanted);
  }

  /** The compiler adds a method that takes any object, with the same annotations. */
  private static final class TextSearch implements Search<String> {
    @Tool("Finds a text")
    @Override
    public String find(String wanted) {
      return wanted;
    }
  }

  @Test
  void shouldFindToolsThatAClassInherits() {
    assertThat(called(Toolset.from(new Proxy()), "find")).isEqualTo("found by proxy");
    assertThat(Toolset.from(new Orders() {}).names()).containsExactly("find");
    assertThat(called(Toolset.from((Finder) () -> "found"), "find")).isEqualTo("found");
  }

  @Test
  void shouldTakeTheMethodOfAClassForThatOfItsGenericInterface() {
    Toolset tools = Toolset.from(new TextSearch());

    assertThat(tools.specifications())
        .extracting(ToolSpecification::description)
        .containsExactly("Finds a text");
  }
}
