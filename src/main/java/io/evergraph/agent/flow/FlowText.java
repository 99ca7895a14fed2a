package io.evergraph.agent.flow;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowFields;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What the texts of all flows of agents have: a name, a version, channels, agents.
 *
 * @param fields the text
 * @param channels the channels that it declares
 */
record FlowText(FlowFields fields, List<Channel<?>> channels) {

  /**
   * An agent of a text.
   *
   * @param at its place in the text
   * @param output the channel that gets its result; empty for the one of its name
   */
  record Agent(FlowFields at, Graph graph, Optional<Channel<?>> output) {
    Member member() {
      return output.map(it -> Member.of(graph, it)).orElseGet(() -> Member.of(graph));
    }
  }

  /**
   * Returns a kind of flow.
   *
   * @param begun begins a flow of a name and puts into it what the text says
   */
  static <F extends AgentFlow<F>> FlowKind kind(
      String name, BiFunction<String, FlowText, F> begun) {
    return FlowKind.of(
        name,
        fields -> {
          List<Channel<?>> channels = fields.channels("channels");
          return begun
              .apply(fields.name(), new FlowText(fields, channels))
              .version(fields.text("version").orElse("1"))
              .channels(channels.toArray(Channel<?>[]::new))
              .build();
        });
  }

  List<Agent> agents() {
    return fields.parts("agents", "agent").stream().map(this::agent).toList();
  }

  /** Returns the agent that the field {@code agent} of a place describes. */
  Agent agent(FlowFields at) {
    Optional<String> output = at.text("output");
    Optional<Graph> found = at.graph("agent");
    if (!at.has("agent")) {
      at.problem("an agent is missing; write its name, or a graph, as 'agent'");
    }
    Graph graph = found.orElseGet(() -> standIn(at, output));
    return new Agent(at, graph, output.map(it -> output(it, graph)));
  }

  /** Returns the agent that a field of the flow names or describes; its result has no place. */
  Optional<Graph> agent(String field) {
    return fields.part(field, "agent").map(this::withoutOutput);
  }

  private Graph withoutOutput(FlowFields at) {
    if (at.has("output")) {
      at.problem("its result goes to the channel of its name; leave 'output' out");
    }
    return agent(at).graph();
  }

  private Channel<?> output(String name, Graph agent) {
    Channel<?> own = agent.schema().channels().get(name);
    return declared(name).orElseGet(() -> own == null ? Channel.of(name, String.class) : own);
  }

  private Optional<Channel<?>> declared(String name) {
    return channels.stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /** An unknown agent is a problem of its own, and no reason for others. */
  private Graph standIn(FlowFields at, Optional<String> output) {
    Channel<?> result =
        output.flatMap(this::declared).orElseGet(() -> Channel.of("result", String.class));
    return Graph.builder("agent" + at.place().replace('/', '.'))
        .channels(ReactAgent.MESSAGES, result)
        .node("none", context -> Command.none())
        .edge(Graph.START, "none")
        .build();
  }

  /**
   * Returns what a field says, or something in its place: what cannot be read is a problem of its
   * own, and no reason for others.
   */
  <T> Optional<T> given(String field, Optional<? extends T> found, T standIn) {
    return fields.has(field)
        ? Optional.of(found.isPresent() ? found.get() : standIn)
        : Optional.empty();
  }

  /** Returns the channel of a name: one that the text declares. */
  Optional<Channel<?>> channel(String field) {
    return fields.text(field).flatMap(it -> known(it, declared(it)));
  }

  /** Returns the list of a name: one that the text declares. */
  Optional<ListChannel<?>> list(String field) {
    return fields.text(field).flatMap(it -> known(it, listOf(it)));
  }

  private Optional<ListChannel<?>> listOf(String name) {
    return declared(name).filter(ListChannel.class::isInstance).map(it -> (ListChannel<?>) it);
  }

  private <C> Optional<C> known(String name, Optional<C> channel) {
    if (channel.isEmpty()) {
      fields.problem(
          "channel '%s' must be among the channels of the flow, a list where one is needed; add it"
              .formatted(name));
    }
    return channel;
  }

  ModelSource model(FlowFields at, String field) {
    if (!at.has(field)) {
      at.problem("a model is missing; write the name of one as '" + field + "'");
    }
    return at.named(field, ModelSource.class)
        .orElse(
            context -> {
              throw new IllegalStateException("Texts without a model are refused.");
            });
  }
}
