package io.evergraph.agent.kind;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.team.Handoff;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.export.GraphLoader;
import io.evergraph.export.GraphSchema;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Flows and teams that texts describe run like those from Java. */
class AgentKindsTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(GraphSchema.text());

  private final BindingRegistry names = AgentKinds.addTo(new BindingRegistry());

  private static ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model));
  }

  private void known(String name, String... words) {
    AiMessage[] script = Stream.of(words).map(ScriptedChat::says).toArray(AiMessage[]::new);
    names.graph(agent(name, ScriptedChat.of(script)).build());
  }

  private void model(ScriptedChat model) {
    names.named(ModelSource.class, "gpt", ModelSource.of(model));
  }

  private Graph load(String text) {
    assertThat(SCHEMA.validate(text, InputFormat.YAML)).isEmpty();
    return new GraphLoader(names).load(text, "flow.yaml");
  }

  private State run(String text, Map<String, Object> input) {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      StateUpdate given = StateUpdate.of(input).with(MESSAGES, Message.user("pens"));
      return runtime.start(load(text), ThreadId.random(), given).await().state();
    }
  }

  private State run(String text) {
    return run(text, Map.of());
  }

  private static List<String> chat(State state) {
    return state.get(MESSAGES).stream().map(Message::text).toList();
  }

  @Test
  void shouldRunAgentsInARowWithALoopAmongThem() {
    known("research", "42 pens");
    known("editor", "draft", "final");

    State state =
        run(
            """
            kind: sequential
            name: report
            version: "2"
            channels: [{name: facts, type: string}]
            agents:
              - {agent: research, output: facts}
              - agent: {kind: loop, name: polish, agent: editor, times: 2}
                output: editor
            """);

    assertThat(state.value("facts")).isEqualTo("42 pens");
    assertThat(state.value("editor")).isEqualTo("final");
    assertThat(chat(state)).containsExactly("pens", "42 pens", "final");
  }

  @Test
  void shouldMergeAgentsSideBySideAsTheTextSays() {
    known("legal", "fine");
    known("finance", "cheap");
    names.named(Merge.class, "count", Merge.with(Integer.class, Map::size));
    String flow = "{kind: parallel, name: views, agents: [legal, finance], merge: %s}";

    assertThat(run(flow.formatted("{joined: ' and '}")).value("views")).isEqualTo("fine and cheap");
    known("legal", "fine");
    known("finance", "cheap");
    assertThat(run(flow.formatted("count")).value("views")).isEqualTo(2);
  }

  @Test
  void shouldLoopUntilAConditionHoldsAndOverAList() {
    known("editor", "bad", "good", "never");
    known("worker", "one", "two");

    State until =
        run(
            """
            {kind: loop, name: polish, agent: editor, atMost: 5,
             until: {channel: editor, equals: GOOD}}
            """);
    State over =
        run(
            """
            kind: loop
            name: each
            channels:
              - {name: parts, type: list<string>, reducer: append}
              - {name: results, type: list<string>, reducer: append}
            agent: worker
            over: parts
            collect: results
            """,
            Map.of("parts", List.of("a", "b")));

    assertThat(until.value("loop.polish")).isEqualTo(2);
    assertThat(over.value("results")).isEqualTo(List.of("one", "two"));
  }

  @Test
  void shouldRouteByAModelAndByConditions() {
    model(ScriptedChat.of(says("{\"agents\":[{\"agent\":\"tech\",\"query\":\"help\"}]}")));
    known("tech", "restart it");
    known("people", "hello");
    names.condition("vip", state -> false);

    State state =
        run(
            """
            kind: conditional
            name: gate
            cases: [{when: vip, agent: people}]
            otherwise:
              agent:
                kind: routing
                name: desk
                model: gpt
                several: true
                agents: [{agent: tech, for: errors}]
                fallback: people
            """);

    assertThat(state.value("desk")).isEqualTo("restart it");
  }

  @Test
  void shouldMakeTeams() {
    model(ScriptedChat.of(calls(call("1", "transfer_to_worker", "{}")), says("done")));
    known("worker", "worked");
    names.graph(
        agent("alice", ScriptedChat.of(calls(call("1", "transfer_to_bob", "{}"))))
            .with(Handoff.to("bob"))
            .build());
    names.graph(agent("bob", ScriptedChat.of(says("bob here"))).build());

    assertThat(chat(run("{kind: supervisor, name: org, model: gpt, agents: [worker]}")))
        .endsWith("worked", "done");
    assertThat(chat(run("{kind: swarm, name: shop, agents: [alice, bob], starts: alice}")))
        .endsWith("bob here");
    assertThat(load("{kind: swarm, name: shop, version: '2', agents: [alice, bob]}").version())
        .isEqualTo("2");
    assertThat(load("{kind: supervisor, name: org, version: '3', model: gpt, agents: [worker]}"))
        .extracting(Graph::version)
        .isEqualTo("3");
  }

  @Test
  void shouldTakeFlowsAndKnownGraphsAsNodesOfAGraph() {
    known("research", "42 pens");
    known("writer", "a report");
    known("greeter", "hello");

    State state =
        run(
            """
            name: larger
            state: {channels: [{name: messages, type: list<Message>, reducer: byId}]}
            nodes:
              - {name: greet, graph: greeter}
              - {name: report, kind: sequential, agents: [research, writer]}
            edges:
              - {from: __start__, to: greet}
              - {from: greet, to: report}
            """);

    assertThat(chat(state)).containsExactly("pens", "hello", "42 pens", "a report");
  }

  @Test
  void shouldFindAKindOfOnesOwn() {
    known("editor", "one", "two");
    names.flow(
        FlowKind.of(
            "twice",
            fields -> {
              Graph agent = fields.graph("agent").orElseThrow();
              return SequentialAgent.of(fields.name())
                  .agents(agent)
                  .agent(load("{kind: loop, name: again, agent: editor, times: 1}"), agentOf(agent))
                  .build();
            }));

    assertThat(chat(run("{kind: twice, name: both, agent: editor}")))
        .containsExactly("pens", "one", "two");
  }

  private static Channel<?> agentOf(Graph agent) {
    return Channel.of(agent.name(), String.class);
  }

  @Test
  void shouldTellAllThatIsWrongWithItsPlace() {
    known("editor", "x");
    String text =
        """
        kind: sequential
        name: report
        colour: red
        agents:
          - nobody
          - {agent: {kind: loop, name: polish, agent: editor, times: 1001}, output: editor}
          - {agent: {kind: loop, name: wait, agent: editor, until: ready, atMost: many}}
          - {agent: {kind: parallel, name: views, agents: [editor], merge: loud}}
          - {agent: {kind: routing, name: desk, agents: [{for: errors}]}}
          - {agent: {kind: spiral, name: round}}
          - {agent: {kind: swarm, name: shop, agents: [editor]}}
          - {agent: {kind: swarm, name: twice, agents: [editor, editor]}}
          - {agent: {kind: loop, name: each, agent: editor, over: drafts, parallel: 2, collect: all}}
        """;

    InvalidGraphException refused =
        catchThrowableOfType(
            InvalidGraphException.class, () -> new GraphLoader(names).load(text, "flow.yaml"));

    assertThat(refused.problems())
        .anyMatch(it -> it.startsWith("flow.yaml has /colour"))
        .anyMatch(it -> it.startsWith("flow.yaml at /agents/0: the Graph 'nobody' is not known"))
        .anyMatch(it -> it.startsWith("flow.yaml at /agents/1/agent: times must be 0 to 1000"))
        .anyMatch(it -> it.contains("/agents/2/agent/until: the Condition 'ready' is not known"))
        .anyMatch(it -> it.contains("/agents/2/agent/atMost: expected a whole number"))
        .anyMatch(it -> it.contains("/agents/3/agent: parallel agents are 2 to 10; found 1"))
        .anyMatch(it -> it.contains("/agents/3/agent/merge: the Merge 'loud' is not known"))
        .anyMatch(it -> it.contains("/agents/4/agent: a model is missing"))
        .anyMatch(it -> it.contains("/agents/4/agent/agents/0: an agent is missing"))
        .anyMatch(it -> it.contains("the FlowKind 'spiral' is not known; known are [conditional,"))
        .anyMatch(it -> it.contains("/agents/6/agent: Expected at least 2 agents in swarm 'shop'"))
        .anyMatch(it -> it.contains("/agents/7/agent/agents/1: agent 'editor' is in the team"));
    assertThat(refused.problems())
        .filteredOn(it -> it.contains("/agents/2") || it.contains("/agents/8"))
        .as("each with its cause only")
        .hasSize(4);
    assertThat(SCHEMA.validate(text, InputFormat.YAML)).isNotEmpty();
  }
}
