package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.END;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Reducer;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One agent again and again: a number of times, until something holds, or for each element of a
 * list. How often it ran stands in the channel {@code loop.<name>}. An agent with {@link ExitLoop}
 * can end the loop earlier.
 *
 * <pre>{@code
 * Graph polish =
 *     LoopAgent.of("polish").agent(editor, SCORE)
 *         .until(state -> state.find(SCORE).orElse(0) >= 8).atMost(5).build();
 * }</pre>
 */
public final class LoopAgent extends AgentFlow<LoopAgent> {
  /** The most turns. */
  public static final int MAX_TURNS = 1000;

  /**
   * The kind {@code loop} of texts, with {@code agent, times, until, atMost, over, parallel,
   * collect}, and {@code output} for the agent's result.
   */
  public static final FlowKind KIND = FlowText.kind("loop", LoopAgent::of);

  private static final String ITEM = "item";

  /** Stands for a list that a text names and does not declare. */
  private static final ListChannel<?> UNKNOWN = ListChannel.append("unknown", Object.class);

  private final List<Member> members = new ArrayList<>();
  private Optional<Integer> times = Optional.empty();
  private Optional<Predicate<State>> until = Optional.empty();
  private Optional<Integer> bound = Optional.empty();
  private Optional<ListChannel<?>> items = Optional.empty();
  private Optional<ListChannel<?>> results = Optional.empty();
  private int parallel = 1;

  private LoopAgent(String name) {
    super(name);
  }

  private LoopAgent(LoopAgent other) {
    super(other);
    members.addAll(other.members);
    this.times = other.times;
    this.until = other.until;
    this.bound = other.bound;
    this.items = other.items;
    this.results = other.results;
    this.parallel = other.parallel;
  }

  /** Begins a flow. */
  public static LoopAgent of(String name) {
    return new LoopAgent(name);
  }

  private static LoopAgent of(String name, FlowText text) {
    LoopAgent flow = of(name);
    flow.members.add(text.agent(text.fields()).member());
    text.given("times", text.fields().number("times"), 1).ifPresent(flow::times);
    text.<Predicate<State>>given("until", text.fields().condition("until"), state -> true)
        .ifPresent(flow::until);
    text.given("atMost", text.fields().number("atMost"), 1).ifPresent(flow::atMost);
    text.<ListChannel<?>>given("over", text.list("over"), UNKNOWN).ifPresent(flow::over);
    text.fields().number("parallel").ifPresent(it -> flow.parallel = it);
    text.<ListChannel<?>>given("collect", text.list("collect"), UNKNOWN).ifPresent(flow::collect);
    return flow;
  }

  /** Sets the agent, whose result goes to the channel of its name. */
  public LoopAgent agent(Graph agent) {
    members.add(Member.of(agent));
    return this;
  }

  /** Sets the agent, and the channel that gets its result. */
  public LoopAgent agent(Graph agent, Channel<?> output) {
    members.add(Member.of(agent, output));
    return this;
  }

  /** Runs the agent so often, {@value #MAX_TURNS} times at most. */
  public LoopAgent times(int number) {
    this.times = Optional.of(number);
    return this;
  }

  /** Runs the agent while a condition does not hold, no more often than {@link #atMost} says. */
  public LoopAgent until(Predicate<State> condition) {
    this.until = Optional.of(condition);
    return this;
  }

  /** Sets how often the agent runs while the condition does not hold; a message says so then. */
  public LoopAgent atMost(int number) {
    this.bound = Optional.of(number);
    return this;
  }

  /**
   * Runs the agent for each element of a list: the element is its task, in words, and stands in the
   * channel {@code item} where the agent declares that.
   */
  public LoopAgent over(ListChannel<?> list) {
    return over(list, 1);
  }

  /**
   * Runs the agent for each element of a list, as {@link #over(ListChannel)} does.
   *
   * @param parallel how many elements are worked on at once
   */
  public LoopAgent over(ListChannel<?> list, int parallel) {
    this.items = Optional.of(list);
    this.parallel = parallel;
    return this;
  }

  /** Sets the channel that gets the results of all elements, in the order of the elements. */
  public LoopAgent collect(ListChannel<?> channel) {
    this.results = Optional.of(channel);
    return this;
  }

  @Override
  LoopAgent self() {
    return this;
  }

  @Override
  LoopAgent copy() {
    return new LoopAgent(this);
  }

  @Override
  Collection<Member> members() {
    return results.isEmpty()
        ? members
        : members.stream().map(it -> new Member(it.agent(), results.get(), true)).toList();
  }

  private Member member() {
    return members().iterator().next();
  }

  private Channel<Integer> counter() {
    return Channel.of("loop." + name(), Integer.class);
  }

  /** How many turns have begun: an element that is appended meanwhile is none of them. */
  private Channel<Integer> begun() {
    return Channel.of("loop." + name() + ".begun", Integer.class);
  }

  @Override
  List<Channel<?>> own() {
    List<Channel<?>> own = new ArrayList<>(List.of(counter(), begun(), ExitLoop.EXIT));
    items.ifPresent(own::add);
    return own;
  }

  @Override
  List<Channel<?>> given() {
    return items.stream().<Channel<?>>map(it -> Channel.ofType(ITEM, it.elementType())).toList();
  }

  @Override
  void check(List<String> problems) {
    if (members.size() > 1) {
      problems.add("a loop has one agent; found " + members.size());
    }
    long ways = Stream.of(times, until, items).filter(Optional::isPresent).count();
    if (ways != 1) {
      problems.add("a loop needs one of times, until and over; found " + ways);
    }
    times.ifPresent(it -> checkTurns("times", it, problems));
    bound.ifPresent(it -> checkTurns("atMost", it, problems));
    if (until.isPresent() != bound.isPresent()) {
      problems.add("until and atMost belong together; found one of them, add the other");
    }
    if (parallel < 1) {
      problems.add("parallel must be at least 1; found " + parallel);
    }
    if (items.isEmpty() && (parallel > 1 || results.isPresent())) {
      problems.add("parallel and collect are for the elements of a list; add over(<list>)");
    }
    if (items.isPresent() && parallel > 1 && members().stream().anyMatch(LoopAgent::takesOne)) {
      problems.add("several elements at once have several results; add collect(<list>)");
    }
  }

  private static boolean takesOne(Member member) {
    return member.output().reducer().concurrency() == Reducer.Concurrency.ONE_WRITER;
  }

  private static void checkTurns(String bound, int turns, List<String> problems) {
    if (turns < 0 || turns > MAX_TURNS) {
      problems.add("%s must be 0 to %d; found %d".formatted(bound, MAX_TURNS, turns));
    }
  }

  @Override
  StateUpdate beginning(State state) {
    StateUpdate first = turnsAfter(0, state).with(ExitLoop.EXIT, false);
    return results.isEmpty() ? first : first.overwriting(results.get(), null);
  }

  /** Begins the next turns, of which more than one run at once for a list only. */
  private StateUpdate turnsAfter(int done, State state) {
    return StateUpdate.of(counter(), done).with(begun(), Math.min(turns(state), done + parallel));
  }

  @Override
  void addTo(GraphBuilder graph) {
    String count = name() + ".count";
    items.ifPresent(list -> graph.onInput(input -> member().taken(input, list)));
    graph
        .hidden(ExitLoop.EXIT, begun())
        .node(count, this::count, Member.LOCAL)
        .routes(begin(), this::next, member().name(), END)
        .routes(count, this::next, member().name(), END)
        .edge(member().name(), count);
  }

  private int turns(State state) {
    return times
        .or(() -> bound)
        .orElseGet(() -> items.map(it -> state.getOrElse(it, List.of()).size()).orElse(0));
  }

  private boolean isOver(State state) {
    return state.getOrElse(ExitLoop.EXIT, false) || until.filter(it -> it.test(state)).isPresent();
  }

  private List<Route> next(NodeContext context) {
    State state = context.state();
    List<Route> next =
        isOver(state)
            ? List.of()
            : IntStream.range(state.get(counter()), state.get(begun()))
                .mapToObj(turn -> turn(state, turn))
                .toList();
    return next.isEmpty() ? List.of(Route.to(END)) : next;
  }

  private Route turn(State state, int turn) {
    return items
        .map(it -> ofItem(state, state.get(it).get(turn)))
        .orElseGet(() -> send(member(), state));
  }

  private Route ofItem(State state, Object item) {
    Map<String, Object> more =
        member().agent().schema().knows(ITEM) ? Map.of(ITEM, item) : Map.of();
    return send(member(), state, Messages.words(item), more);
  }

  private Command count(NodeContext context) {
    State state = context.state();
    int done = state.get(begun());
    Command counted = Command.update(turnsAfter(done, state));
    if (bound.filter(it -> it == done).isEmpty() || isOver(state)) {
      return counted;
    }
    Message told =
        Message.instruction(
                "'%s' ended at its bound of %d turns; what it waits for has not come about."
                    .formatted(name(), done))
            .withMetadata(Message.SOURCE, name());
    return counted.and(StateUpdate.of(ReactAgent.MESSAGES, told));
  }
}
