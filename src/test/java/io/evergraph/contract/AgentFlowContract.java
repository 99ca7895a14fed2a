package io.evergraph.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.SampleAgents;
import io.evergraph.agent.flow.SampleFlow;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is to be seen of flows and teams of agents while they run. */
class AgentFlowContract extends RuntimeContract {
  private static final String IDS = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private final SampleAgents agents = new SampleAgents((what, key) -> {}, "");

  private List<StreamPart> watch(Graph graph, StateUpdate input) {
    runtime().graphs().register(graph);
    RunHandle run = runtime().start(graph.name(), thread(), input, RunOptions.defaults());
    StreamOptions options =
        StreamOptions.builder()
            .modes(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.MESSAGES, StreamMode.CUSTOM)
            .subgraphs()
            .build();
    List<StreamPart> parts = new ArrayList<>();
    try (RunStream stream = runtime().stream(run, options)) {
      stream.forEach(parts::add);
    }
    return parts;
  }

  /** Says what a part shows, without ids, and without what a node wrote. */
  private static String text(StreamPart part) {
    String text = part.match(new PartText(ReactAgent.MESSAGES.name()));
    return text.replaceAll("(?s) wrote .*", " wrote")
        .replaceAll("(?s)(values) .*", "$1")
        .replaceAll(IDS, "message")
        .replaceFirst("^([^ ]*:)", "");
  }

  private static Map<String, List<String>> byNamespace(List<StreamPart> parts) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    parts.forEach(
        it -> all.computeIfAbsent(it.namespace(), none -> new ArrayList<>()).add(text(it)));
    return all;
  }

  /** What is to be seen of an agent that looks once and then answers, in its own namespace. */
  private static List<String> expected(String agent) {
    return List.of(
        "values",
        "message is complete, unseen ''",
        "llm wrote",
        "values",
        "branch wrote",
        "values",
        "look emits " + agent + " looks",
        "message is complete, unseen 'saw pens'",
        "look wrote",
        "values",
        "message " + agent,
        "message  saw",
        "message  pens",
        "message is complete, unseen ''",
        "llm wrote",
        "values",
        "branch wrote",
        "values");
  }

  private static void assertShown(Map<String, List<String>> shown, String agent, int turns) {
    List<String> namespaces =
        shown.keySet().stream()
            .filter(it -> it.matches("(.*\\|)?" + agent + ":[^|]+(\\|(agent|graph):[^|]+)?"))
            .filter(it -> shown.get(it).contains("llm wrote"))
            .toList();
    assertThat(namespaces).hasSize(turns);
    assertThat(namespaces).allSatisfy(it -> assertThat(shown.get(it)).isEqualTo(expected(agent)));
    assertThat(namespaces)
        .allSatisfy(it -> assertThat(shown.get("")).contains(it.replaceFirst(":.*", " wrote")));
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowEachStepAndWordOfTheAgentsInsideUnderTheirNamespaces(SampleFlow flow) {
    List<StreamPart> parts = watch(flow.of(flow + "-" + thread(), agents), flow.input());

    Map<String, List<String>> shown = byNamespace(parts);
    flow.looking().forEach(agent -> assertShown(shown, agent, flow.turns()));
    assertThat(shown.get("")).startsWith("values").endsWith("RunFinished");
    assertThat(emitted(parts))
        .containsExactlyInAnyOrderElementsOf(looks(flow))
        .satisfies(it -> assertThat(flow.isSideBySide() || it.equals(looks(flow))).isTrue());
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowTheWordsOfAnAgentInEachMode(ExecutionMode mode) {
    Graph graph = agents.agent("x").version(mode.name()).mode(mode).build();

    assertThat(watch(graph, SampleFlow.CONDITIONAL.input()).stream().map(AgentFlowContract::text))
        .filteredOn(it -> it.matches("message  ?\\w+|.* emits .*"))
        .hasSize(4)
        .satisfies(it -> assertThat(it.get(0)).endsWith(" emits x looks"))
        .endsWith("message x", "message  saw", "message  pens");
  }

  private static List<String> emitted(List<StreamPart> parts) {
    return parts.stream()
        .filter(it -> it.mode().filter(StreamMode.CUSTOM::equals).isPresent())
        .map(AgentFlowContract::text)
        .toList();
  }

  /** What the agents emit when one works after the other. */
  private static List<String> looks(SampleFlow flow) {
    return Collections.nCopies(flow.turns(), flow.looking()).stream()
        .flatMap(List::stream)
        .map(agent -> "look emits " + agent + " looks")
        .toList();
  }
}
