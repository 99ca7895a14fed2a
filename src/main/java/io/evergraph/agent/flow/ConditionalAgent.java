package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.END;

import io.evergraph.graph.FlowFields;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The first agent whose condition holds; without one, the flow ends.
 *
 * <pre>{@code
 * Graph gate =
 *     ConditionalAgent.of("gate").channels(VIP)
 *         .when(state -> state.get(VIP), concierge).otherwise(desk).build();
 * }</pre>
 */
public final class ConditionalAgent extends AgentFlow<ConditionalAgent> {
  /**
   * The kind {@code conditional} of texts, with {@code cases} (each with {@code when} and {@code
   * agent}) and {@code otherwise}.
   */
  public static final FlowKind KIND = FlowText.kind("conditional", ConditionalAgent::of);

  private final List<Case> cases = new ArrayList<>();
  private Optional<Member> otherwise = Optional.empty();

  private record Case(Predicate<State> condition, Member member) {}

  private ConditionalAgent(String name) {
    super(name);
  }

  private ConditionalAgent(ConditionalAgent other) {
    super(other);
    cases.addAll(other.cases);
    this.otherwise = other.otherwise;
  }

  /** Begins a flow. */
  public static ConditionalAgent of(String name) {
    return new ConditionalAgent(name);
  }

  private static ConditionalAgent of(String name, FlowText text) {
    ConditionalAgent flow = of(name);
    text.fields().parts("cases", "").forEach(it -> flow.add(it, text));
    text.agent("otherwise").ifPresent(flow::otherwise);
    return flow;
  }

  private void add(FlowFields at, FlowText text) {
    if (!at.has("when")) {
      at.problem("a case needs a condition; add 'when'");
    }
    cases.add(new Case(at.condition("when").orElse(state -> false), text.agent(at).member()));
  }

  /** Adds an agent that runs when its condition is the first that holds. */
  public ConditionalAgent when(Predicate<State> condition, Graph agent) {
    cases.add(new Case(condition, Member.of(agent)));
    return this;
  }

  /** Sets the agent that runs when no condition holds. */
  public ConditionalAgent otherwise(Graph agent) {
    this.otherwise = Optional.of(Member.of(agent));
    return this;
  }

  @Override
  ConditionalAgent self() {
    return this;
  }

  @Override
  ConditionalAgent copy() {
    return new ConditionalAgent(this);
  }

  @Override
  Collection<Member> members() {
    return Stream.concat(cases.stream().map(Case::member), otherwise.stream()).toList();
  }

  @Override
  void check(List<String> problems) {
    if (cases.isEmpty()) {
      problems.add("a choice needs a condition; add when(<condition>, <agent>)");
    }
  }

  @Override
  void addTo(GraphBuilder graph) {
    Stream<String> names = members().stream().map(Member::name);
    graph.route(begin(), this::chosen, Stream.concat(names, Stream.of(END)).toArray(String[]::new));
    members().forEach(it -> graph.edge(it.name(), END));
  }

  private String chosen(State state) {
    return cases.stream()
        .filter(it -> it.condition().test(state))
        .map(Case::member)
        .findFirst()
        .or(() -> otherwise)
        .map(Member::name)
        .orElse(END);
  }
}
