package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.END;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.SideCalls;
import io.evergraph.graph.FlowFields;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Agents among which a model chooses, by what they are for. Each chosen one is asked what the model
 * wants of it; where it chose several, they run side by side, and their results are merged in the
 * order in which they were declared. The result of a single one is taken as it is.
 *
 * <pre>{@code
 * Graph desk =
 *     LlmRoutingAgent.of("desk", ModelSource.of(model)).several(true)
 *         .agent(billing, "invoices and refunds").agent(tech, "errors").fallback(people).build();
 * }</pre>
 */
public final class LlmRoutingAgent extends AgentFlow<LlmRoutingAgent> {
  /** How often the model is asked again after a choice that is none. */
  public static final int DEFAULT_RETRIES = 2;

  /**
   * The kind {@code routing} of texts, with {@code model, agents} (each with {@code for}), {@code
   * prompt, several, retries, fallback, merge, output}.
   */
  public static final FlowKind KIND = FlowText.kind("routing", LlmRoutingAgent::of);

  static final ListChannel<Choice> CHOICES = ListChannel.append("route.choices", Choice.class);
  static final Channel<String> FEEDBACK = Channel.of("route.feedback", String.class);
  static final Channel<Integer> ASKED = Channel.of("route.asked", Integer.class);

  /** What came of the last choice does not change by another attempt. */
  private static final NodePolicy POLICY =
      ModelNode.POLICY.toBuilder().nonRetryable(NoRouteException.class).build();

  private final ModelSource model;
  private final List<Target> targets = new ArrayList<>();
  private Optional<Member> fallback = Optional.empty();
  private String prompt = "";
  private boolean several;
  private int retries = DEFAULT_RETRIES;
  private SideCalls calls = SideCalls.NONE;
  private Merging merging = Merging.by(Merge.joined("\n\n"));

  /**
   * What the model wants of an agent.
   *
   * @param agent the name of the agent
   * @param query what it is asked
   */
  record Choice(String agent, String query) {}

  private record Target(Member member, String purpose) {}

  private LlmRoutingAgent(String name, ModelSource model) {
    super(name);
    this.model = model;
  }

  private LlmRoutingAgent(LlmRoutingAgent other) {
    super(other);
    this.model = other.model;
    targets.addAll(other.targets);
    this.fallback = other.fallback;
    this.prompt = other.prompt;
    this.several = other.several;
    this.retries = other.retries;
    this.calls = other.calls;
    this.merging = other.merging;
  }

  /**
   * Begins a flow.
   *
   * @param model finds the model that chooses
   */
  public static LlmRoutingAgent of(String name, ModelSource model) {
    return new LlmRoutingAgent(name, model);
  }

  private static LlmRoutingAgent of(String name, FlowText text) {
    FlowFields fields = text.fields();
    LlmRoutingAgent flow = of(name, text.model(fields, "model"));
    text.agents()
        .forEach(it -> flow.targets.add(new Target(it.member(), it.at().text("for").orElse(""))));
    fields.text("prompt").ifPresent(flow::prompt);
    flow.several(fields.flag("several"));
    fields.number("retries").ifPresent(flow::retries);
    text.agent("fallback").ifPresent(flow::fallback);
    new MergeText(text).merge().ifPresent(flow::merge);
    text.channel("output").ifPresent(flow::output);
    return flow;
  }

  /**
   * Adds an agent whose result goes to the channel of its name.
   *
   * @param purpose what it is for, as the model is told
   */
  public LlmRoutingAgent agent(Graph agent, String purpose) {
    targets.add(new Target(Member.of(agent), purpose));
    return this;
  }

  /** Sets what the model is told before the agents and what they are for; nothing by default. */
  public LlmRoutingAgent prompt(String text) {
    this.prompt = text;
    return this;
  }

  /** Sets whether the model may choose several agents; one by default. */
  public LlmRoutingAgent several(boolean allowed) {
    this.several = allowed;
    return this;
  }

  /**
   * Sets how often the model is told what is wrong with its choice and asked again, {@value
   * #DEFAULT_RETRIES} times by default.
   */
  public LlmRoutingAgent retries(int number) {
    this.retries = number;
    return this;
  }

  /**
   * Sets the agent that gets the task when the model has made no choice; one among which it chooses
   * or another. Without one the run parks then.
   */
  public LlmRoutingAgent fallback(Graph agent) {
    this.fallback = Optional.of(Member.of(agent));
    return this;
  }

  /** Sets how several results become one value, a text with blank lines between by default. */
  public LlmRoutingAgent merge(Merge<?> other) {
    this.merging = merging.with(other);
    return this;
  }

  /** Sets the channel that gets the merged value, the one of the flow's name by default. */
  public LlmRoutingAgent output(Channel<?> channel) {
    this.merging = merging.into(channel);
    return this;
  }

  /** Sets the price of the models that the flow itself asks; no price by default. */
  public LlmRoutingAgent pricedAt(Price price) {
    this.calls = calls.pricedAt(price);
    return this;
  }

  /**
   * Sets the budget of tenants for the models that the flow itself asks; agents have their own.
   * Where it ends the turn, the flow ends with a message that says so.
   */
  public LlmRoutingAgent budget(Budget budget) {
    this.calls = calls.within(budget);
    return this;
  }

  @Override
  LlmRoutingAgent self() {
    return this;
  }

  @Override
  LlmRoutingAgent copy() {
    return new LlmRoutingAgent(this);
  }

  @Override
  Collection<Member> members() {
    List<Member> chosenAmong = targets.stream().map(Target::member).toList();
    Stream<Member> more = fallback.filter(it -> !chosenAmong.contains(it)).stream();
    return Stream.concat(chosenAmong.stream(), more).toList();
  }

  @Override
  List<Channel<?>> own() {
    return List.of(CHOICES, FEEDBACK, ASKED, merging.output(name()), Member.GAVE);
  }

  @Override
  void check(List<String> problems) {
    if (retries < 0) {
      problems.add("retries must be at least 0; found " + retries);
    }
    if (targets.isEmpty() && fallback.isPresent()) {
      problems.add("a model chooses among agents; found the fallback alone, add agent(…)");
    }
    merging.check(problems);
  }

  @Override
  StateUpdate beginning(State state) {
    return StateUpdate.of(ASKED, 0).with(FEEDBACK, null).overwriting(CHOICES, new ArrayList<>());
  }

  @Override
  void addTo(GraphBuilder graph) {
    String choosing = name() + ".route";
    String merge = name() + ".merge";
    Map<String, String> purposes = new LinkedHashMap<>();
    targets.forEach(it -> purposes.put(it.member().name(), it.purpose()));
    String[] ends =
        Stream.concat(members().stream().map(Member::name), Stream.of(choosing))
            .toArray(String[]::new);
    calls.declareIn(graph.hidden(CHOICES, FEEDBACK, ASKED));
    calls.addTo(
        graph,
        choosing,
        ReactAgent.MESSAGES,
        POLICY,
        new RoutingNode(model, prompt, purposes, several, retries, fallback.isEmpty()));
    graph.edge(begin(), choosing).routes(choosing, context -> next(context, choosing), ends);
    merging.addTo(graph, name(), merge, calls, this::chosen);
    graph.edge(merge, END);
    members().forEach(it -> graph.edge(it.name(), merge));
  }

  private List<Member> chosen(State state) {
    List<String> names = state.getOrElse(CHOICES, List.of()).stream().map(Choice::agent).toList();
    return names.isEmpty()
        ? fallback.stream().toList()
        : targets.stream().map(Target::member).filter(it -> names.contains(it.name())).toList();
  }

  private List<Route> next(NodeContext context, String choosing) {
    State state = context.state();
    List<Choice> choices = state.getOrElse(CHOICES, List.of());
    if (choices.isEmpty() && state.get(ASKED) <= retries) {
      return List.of(Route.to(choosing));
    }
    return chosen(state).stream().map(it -> asking(it, choices, state)).toList();
  }

  private Route asking(Member member, List<Choice> choices, State state) {
    return choices.stream()
        .filter(it -> it.agent().equals(member.name()))
        .findFirst()
        .map(it -> send(member, state, it.query(), Map.of()))
        .orElseGet(() -> send(member, state));
  }
}
