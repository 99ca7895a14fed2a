package io.evergraph.agent.team;

import io.evergraph.graph.FlowFields;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What texts say of teams. */
final class TeamText {
  private TeamText() {}

  /** Returns the agents that are known, in order, each with its place in the text. */
  static Map<Graph, FlowFields> agents(FlowFields fields) {
    Map<Graph, FlowFields> agents = new LinkedHashMap<>();
    for (FlowFields at : fields.parts("agents", "agent")) {
      if (!at.has("agent")) {
        at.problem("an agent is missing; write its name, or a graph, as 'agent'");
      }
      at.graph("agent")
          .filter(it -> agents.putIfAbsent(it, at) != null)
          .ifPresent(twice -> at.problem("agent '" + twice.name() + "' is in the team already"));
    }
    return agents;
  }

  static ModelSource model(FlowFields fields) {
    if (!fields.has("model")) {
      fields.problem("a model is missing; write the name of one as 'model'");
    }
    return fields
        .named("model", ModelSource.class)
        .orElse(
            context -> {
              throw new IllegalStateException("Texts without a model are refused.");
            });
  }

  static Optional<OutputMode> output(FlowFields fields) {
    Optional<String> word = fields.text("output");
    Optional<OutputMode> mode =
        word.flatMap(
            it ->
                Stream.of(OutputMode.values())
                    .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(it))
                    .findFirst());
    if (word.isPresent() && mode.isEmpty()) {
      fields.problem("output is last_message or full_history; found " + word.get());
    }
    return mode;
  }
}
