package io.evergraph.docs;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.ExitLoop;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.kind.AgentKinds;
import io.evergraph.export.GraphLoader;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Command;
import io.evergraph.graph.Condition;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page on flows shows is compiled, and does what it says. */
class FlowPagesTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/FlowExample.java"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sequence",
        "run",
        "parallel",
        "loop",
        "evaluator",
        "map",
        "routing",
        "condition",
        "kind"
      })
  void shouldShowTheFlowThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/flows.md"), part);
  }

  @Test
  void shouldMakeEachFlowInFiveLinesOfCodeAtMost() throws IOException {
    Map<String, Integer> lines = linesOfFlows();

    assertThat(lines)
        .containsOnlyKeys(
            "writer", "report", "opinions", "polish", "polished", "summaries", "desk", "gate");
    assertThat(lines.values()).allSatisfy(it -> assertThat(it).isBetween(1, 5));
  }

  /** Returns how many lines the code of each flow of the page has. */
  private static Map<String, Integer> linesOfFlows() throws IOException {
    Map<String, Integer> lines = new LinkedHashMap<>();
    Matcher flows =
        Pattern.compile("\\nstatic Graph (\\w+)\\(.*\\{\\n((?: .*\\n)+)}")
            .matcher(Files.readString(Path.of("docs/flows.md")));
    while (flows.find()) {
      lines.put(flows.group(1), Math.toIntExact(flows.group(2).lines().count()));
    }
    return lines;
  }

  private static Graph agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model)).build();
  }

  private static State run(Graph flow, StateUpdate input) {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      return runtime
          .start(flow, ThreadId.random(), input.with(MESSAGES, Message.user("pens")))
          .await()
          .state();
    }
  }

  private static State run(Graph flow) {
    return run(flow, StateUpdate.empty());
  }

  @Test
  void shouldMakeTheFlowOfTheTextWithAKindOfItsOwn() throws IOException {
    BindingRegistry names =
        AgentKinds.addTo(new BindingRegistry())
            .graph(agent("research", ScriptedChat.of(says("42 pens"))))
            .graph(agent("editor", ScriptedChat.of(says("draft"), says("final"))))
            .condition("good", Condition.equal("editor", "final"))
            .flow(FlowExample.reviewed(agent("judge", ScriptedChat.of(says("fine")))));
    String page = Files.readString(Path.of("docs/flows.md"));
    String text = page.substring(page.indexOf("```yaml\n") + 8);
    GraphLoader loader = new GraphLoader(names);

    names.graph(loader.load(text.substring(0, text.indexOf("```")), "flows.md"));
    State state = run(loader.load("{kind: reviewed, name: all, agent: report}", "own.yaml"));

    assertThat(state.get(MESSAGES))
        .extracting(Message::text)
        .isEqualTo(List.of("pens", "final", "fine"));
  }

  @Test
  void shouldWriteTheReportFromTheFacts() {
    ScriptedChat writing = ScriptedChat.of(says("A report"));
    Graph research = agent("research", ScriptedChat.of(says("42 pens")));

    Graph report = FlowExample.report(research, FlowExample.writer(writing));
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      assertThat(FlowExample.written(runtime, report, "Count the pens")).isEqualTo("A report");
    }

    assertThat(writing.requests().get(0).messages().toString()).contains("facts: 42 pens");
  }

  @Test
  void shouldPolishUntilTheJudgeIsContent() {
    ScriptedChat judging =
        ScriptedChat.of(
            calls(call("1", "answer", "{\"good\":false,\"advice\":\"shorter\"}")),
            calls(call("2", "answer", "{\"good\":true,\"advice\":\"\"}")));
    Graph judge =
        ReactAgent.of("judge", ModelSource.of(judging)).answer(FlowExample.Verdict.class).build();

    State state =
        run(
            FlowExample.polished(
                agent("write", ScriptedChat.of(says("long"), says("short"))), judge));

    assertThat(state.value("loop.polished")).isEqualTo(2);
    assertThat(state.get(FlowExample.VERDICT).good()).isTrue();
  }

  @Test
  void shouldCollectTheSummariesInTheOrderOfTheChapters() {
    Graph summary =
        Graph.builder("summary")
            .channels(LoopAgent.TASK, FlowExample.FACTS)
            .node(
                "summary",
                context ->
                    Command.update(
                        FlowExample.FACTS, "short " + context.state().get(LoopAgent.TASK)))
            .edge(Graph.START, "summary")
            .build();
    Graph each =
        LoopAgent.of("each")
            .agent(SequentialAgent.of("summing").agent(summary, FlowExample.FACTS).build())
            .over(FlowExample.CHAPTERS, 2)
            .collect(FlowExample.SUMMARIES)
            .build();

    State state = run(each, StateUpdate.of(FlowExample.CHAPTERS, "a", "b", "c"));

    assertThat(state.get(FlowExample.SUMMARIES)).containsExactly("short a", "short b", "short c");
  }

  @Test
  void shouldTakeTheFallbackAfterWrongChoices() {
    Graph people = agent("people", ScriptedChat.of(says("A person helps.")));
    ScriptedChat choosing = ScriptedChat.of(says("none"), says("none"), says("none"));

    State state =
        run(
            FlowExample.desk(
                choosing,
                agent("billing", ScriptedChat.of()),
                agent("tech", ScriptedChat.of()),
                people));

    assertThat(state.value("desk")).isEqualTo("A person helps.");
    assertThat(choosing.requests()).hasSize(3);
    assertThat(choosing.requests().get(1).messages().toString()).contains("billing, tech");
  }

  @Test
  void shouldChooseTheFirstThatHolds() {
    Graph gate =
        FlowExample.gate(
            agent("concierge", ScriptedChat.of(says("Welcome"))), agent("desk", ScriptedChat.of()));

    assertThat(run(gate, StateUpdate.of(FlowExample.VIP, true)).value("concierge"))
        .isEqualTo("Welcome");
  }

  @Test
  void shouldLeaveOnlyTheLoopThatTheModelWorksIn() {
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "exit_loop", "{}")), says("one"),
            calls(call("2", "exit_loop", "{}")), says("two"));
    Graph editor = ReactAgent.of("editor", ModelSource.of(model)).with(new ExitLoop()).build();
    Graph inner = LoopAgent.of("inner").agent(editor).times(5).build();

    State state = run(LoopAgent.of("outer").agent(inner).times(2).build());

    assertThat(state.value("loop.outer")).isEqualTo(2);
    assertThat(state.get(MESSAGES))
        .extracting(Message::text)
        .isEqualTo(List.of("pens", "one", "two"));
  }
}
