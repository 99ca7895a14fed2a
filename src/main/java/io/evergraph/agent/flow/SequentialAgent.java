package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.END;

import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.state.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Agents one after the other. Each reads what those before it found, by the names of the channels.
 *
 * <pre>{@code
 * Graph report = SequentialAgent.of("report").agent(research, FACTS).agent(write, DRAFT).build();
 * }</pre>
 */
public final class SequentialAgent extends AgentFlow<SequentialAgent> {
  /** The kind {@code sequential} of texts, with {@code agents}. */
  public static final FlowKind KIND = FlowText.kind("sequential", SequentialAgent::of);

  private final List<Member> members = new ArrayList<>();

  private SequentialAgent(String name) {
    super(name);
  }

  private SequentialAgent(SequentialAgent other) {
    super(other);
    members.addAll(other.members);
  }

  /** Begins a flow. */
  public static SequentialAgent of(String name) {
    return new SequentialAgent(name);
  }

  private static SequentialAgent of(String name, FlowText text) {
    SequentialAgent flow = of(name);
    text.agents().forEach(it -> flow.members.add(it.member()));
    return flow;
  }

  /** Adds agents whose results go to the channels of their names. */
  public SequentialAgent agents(Graph... agents) {
    List.of(agents).forEach(it -> members.add(Member.of(it)));
    return this;
  }

  /** Adds an agent whose result goes to a channel. */
  public SequentialAgent agent(Graph agent, Channel<?> output) {
    members.add(Member.of(agent, output));
    return this;
  }

  @Override
  SequentialAgent self() {
    return this;
  }

  @Override
  SequentialAgent copy() {
    return new SequentialAgent(this);
  }

  @Override
  Collection<Member> members() {
    return members;
  }

  @Override
  void addTo(GraphBuilder graph) {
    String last = begin();
    for (Member member : members) {
      graph.edge(last, member.name());
      last = member.name();
    }
    graph.edge(last, END);
  }
}
