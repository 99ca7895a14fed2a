package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.END;

import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.SideCalls;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Route;
import io.evergraph.llm.limit.Price;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Agents side by side. Their results are merged in the order in which the agents were declared,
 * whichever is ready first.
 *
 * <pre>{@code
 * Graph opinions =
 *     ParallelAgent.of("opinions").agents(legal, finance).merge(Merge.joined("\n")).build();
 * }</pre>
 */
public final class ParallelAgent extends AgentFlow<ParallelAgent> {
  /** The fewest agents. */
  public static final int MIN_AGENTS = 2;

  /** The most agents. */
  public static final int MAX_AGENTS = 10;

  /**
   * The kind {@code parallel} of texts, with {@code agents, merge, output, maxConcurrency,
   * failFast}.
   */
  public static final FlowKind KIND = FlowText.kind("parallel", ParallelAgent::of);

  private final List<Member> members = new ArrayList<>();
  private Merging merging = Merging.by(Merge.byName());
  private int maxConcurrency = MAX_AGENTS;
  private boolean failFast;
  private SideCalls calls = SideCalls.NONE;

  private ParallelAgent(String name) {
    super(name);
  }

  private ParallelAgent(ParallelAgent other) {
    super(other);
    members.addAll(other.members);
    this.merging = other.merging;
    this.maxConcurrency = other.maxConcurrency;
    this.failFast = other.failFast;
    this.calls = other.calls;
  }

  /** Begins a flow. */
  public static ParallelAgent of(String name) {
    return new ParallelAgent(name);
  }

  private static ParallelAgent of(String name, FlowText text) {
    ParallelAgent flow = of(name);
    text.agents().forEach(it -> flow.members.add(it.member()));
    new MergeText(text).merge().ifPresent(flow::merge);
    text.channel("output").ifPresent(flow::output);
    text.fields().number("maxConcurrency").ifPresent(flow::maxConcurrency);
    return text.fields().flag("failFast") ? flow.failFast() : flow;
  }

  /** Adds agents whose results go to the channels of their names. */
  public ParallelAgent agents(Graph... agents) {
    List.of(agents).forEach(it -> members.add(Member.of(it)));
    return this;
  }

  /** Adds an agent whose result goes to a channel. */
  public ParallelAgent agent(Graph agent, Channel<?> result) {
    members.add(Member.of(agent, result));
    return this;
  }

  /** Sets how the results become one value, {@link Merge#byName()} by default. */
  public ParallelAgent merge(Merge<?> other) {
    this.merging = merging.with(other);
    return this;
  }

  /** Sets the channel that gets the merged value, the one of the flow's name by default. */
  public ParallelAgent output(Channel<?> channel) {
    this.merging = merging.into(channel);
    return this;
  }

  /**
   * Sets how many agents run at once, all by default. With fewer, the agents run in groups of that
   * size.
   */
  public ParallelAgent maxConcurrency(int limit) {
    this.maxConcurrency = limit;
    return this;
  }

  /** Cancels the others when one agent fails; without this they finish, and their results stay. */
  public ParallelAgent failFast() {
    this.failFast = true;
    return this;
  }

  /** Sets the price of the models that the flow itself asks; no price by default. */
  public ParallelAgent pricedAt(Price price) {
    this.calls = calls.pricedAt(price);
    return this;
  }

  /**
   * Sets the budget of tenants for the models that the flow itself asks; agents have their own.
   * Where it ends the turn, the flow ends with a message that says so.
   */
  public ParallelAgent budget(Budget budget) {
    this.calls = calls.within(budget);
    return this;
  }

  @Override
  ParallelAgent self() {
    return this;
  }

  @Override
  ParallelAgent copy() {
    return new ParallelAgent(this);
  }

  @Override
  Collection<Member> members() {
    return members;
  }

  @Override
  List<Channel<?>> own() {
    return List.of(merging.output(name()), Member.GAVE);
  }

  @Override
  void check(List<String> problems) {
    if (members.size() < MIN_AGENTS || members.size() > MAX_AGENTS) {
      problems.add(
          "parallel agents are %d to %d; found %d"
              .formatted(MIN_AGENTS, MAX_AGENTS, members.size()));
    }
    if (maxConcurrency < 1) {
      problems.add("maxConcurrency must be at least 1; found " + maxConcurrency);
    }
    Set<String> outputs = new HashSet<>();
    for (Member member : members) {
      if (!outputs.add(member.output().name())) {
        problems.add(
            "agent '%s' has the output '%s' of another agent; give it a channel of its own"
                .formatted(member.name(), member.output().name()));
      }
    }
    merging.check(problems);
    checkMerged(problems);
  }

  private void checkMerged(List<String> problems) {
    if (name().isBlank()) {
      return; // a problem of its own, and no name of a channel
    }
    Channel<?> merged = merging.output(name());
    for (Member member : members) {
      Channel<?> own = member.output();
      if (own.name().equals(merged.name()) && !own.type().equals(merged.type())) {
        problems.add(
            "agent '%s' and the merge have the output '%s'; name another one for the merge"
                .formatted(member.name(), own.name()));
      }
    }
  }

  @Override
  void addTo(GraphBuilder graph) {
    if (failFast) {
      graph.failFast();
    }
    calls.declareIn(graph);
    String merge = name() + ".merge";
    String from = begin();
    for (int first = 0; first < members.size(); first += maxConcurrency) {
      List<Member> group = members.subList(first, Math.min(members.size(), first + maxConcurrency));
      boolean last = first + group.size() == members.size();
      String next = last ? merge : name() + ".from" + (first + group.size());
      if (!last) {
        graph.node(next, context -> Command.none(), Member.LOCAL);
      }
      graph.routes(
          from,
          context -> sends(group, context.state()),
          group.stream().map(Member::name).toArray(String[]::new));
      group.forEach(it -> graph.edge(it.name(), next));
      from = next;
    }
    merging.addTo(graph, name(), merge, calls, any -> members);
    graph.edge(merge, END);
  }

  private List<Route> sends(List<Member> group, State state) {
    return group.stream().map(it -> send(it, state)).toList();
  }
}
