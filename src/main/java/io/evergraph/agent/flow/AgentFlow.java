package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.START;

import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes one graph of several agents.
 *
 * <p>An agent is a graph with the channel {@link ReactAgent#MESSAGES}, such as a {@link ReactAgent}
 * or another flow, or a graph that has its result in a channel. It is given the flow's task, and
 * nothing of what other agents hear and say: a chat begins with the message of the user, {@link
 * #TASK} holds its words. What comes out is the result, in a channel of the flow, and one message
 * in its chat. The result is what stands in the agent's channel of the same name, in the one of the
 * agent's own name, or in {@code answer}, else its last words. Agents read the results of others
 * and the {@link #channels} of the flow where they declare channels of these names.
 *
 * @param <F> the flow itself
 */
public abstract class AgentFlow<F extends AgentFlow<F>> {
  /** What an agent is asked to do, in words. */
  public static final Channel<String> TASK = Member.TASK;

  private final String name;
  private String version = "1";
  private final List<Channel<?>> channels = new ArrayList<>();

  AgentFlow(String name) {
    this.name = name;
  }

  /** Begins with what another flow was set to. */
  AgentFlow(AgentFlow<?> other) {
    this.name = other.name;
    this.version = other.version;
    this.channels.addAll(other.channels);
  }

  /** Sets the version of the graph, "1" by default. */
  public F version(String number) {
    this.version = number;
    return self();
  }

  /**
   * Adds channels beside the chat and the results. Agents of the flow that declare channels of
   * these names read and write them; so does what is around the flow.
   */
  public F channels(Channel<?>... more) {
    channels.addAll(Arrays.asList(more));
    return self();
  }

  /**
   * Checks everything and returns the graph. What is set later belongs to the next graph.
   *
   * @throws InvalidGraphException with all the mistakes found
   */
  public final Graph build() {
    return copy().graph();
  }

  private Graph graph() {
    List<String> problems = new ArrayList<>();
    if (name.isBlank()) {
      problems.add("the flow needs a name; found '" + name + "'");
    }
    checkMembers(problems);
    check(problems);
    if (!problems.isEmpty()) {
      throw new InvalidGraphException(name, problems);
    }
    GraphBuilder graph =
        Graph.builder(name).version(version).maxSteps(ReactAgent.MAX_STEPS).hidden(Member.HEARD);
    Map<String, Channel<?>> all = new LinkedHashMap<>();
    declared().forEach(it -> all.putIfAbsent(it.name(), it));
    TotalUsage.hiddenIn(graph).channels(all.values().toArray(Channel<?>[]::new));
    graph.node(begin(), this::begin, Member.LOCAL).edge(START, begin());
    members().forEach(it -> it.addTo(graph, shared()));
    addTo(graph);
    return graph.build();
  }

  private void checkMembers(List<String> problems) {
    if (members().isEmpty()) {
      problems.add("a flow needs an agent; found none");
    }
    Set<String> names = new HashSet<>();
    for (Member member : members()) {
      if (!names.add(member.name())) {
        problems.add("agent '" + member.name() + "' stands in the flow twice; rename one");
      }
      problems.addAll(member.problems());
    }
  }

  private List<Channel<?>> declared() {
    List<Channel<?>> all = new ArrayList<>(List.of(ReactAgent.MESSAGES, TASK, Member.HEARD));
    all.addAll(shared().all());
    all.addAll(own());
    if (members().stream().anyMatch(Member::canExit)) {
      all.add(ExitLoop.EXIT);
    }
    return all;
  }

  abstract F self();

  /** Returns a flow that is set as this one is now. */
  abstract AgentFlow<F> copy();

  /** Returns the agents, in the order in which they were declared. */
  abstract Collection<Member> members();

  /** Adds what is wrong with the flow beside its agents. */
  void check(List<String> problems) {}

  /** Returns the channels of the flow itself. */
  List<Channel<?>> own() {
    return List.of();
  }

  /** Returns what agents read beside the task and the results. */
  List<Channel<?>> given() {
    return List.of();
  }

  /** Adds the nodes and edges that lead from {@link #begin()} to the agents, and from there on. */
  abstract void addTo(GraphBuilder graph);

  /** Returns what else is written when the flow begins. */
  StateUpdate beginning(State state) {
    return StateUpdate.empty();
  }

  final String name() {
    return name;
  }

  /** Returns the name of the node that takes in the task. */
  final String begin() {
    return name + ".begin";
  }

  final Shared shared() {
    List<Channel<?>> read = new ArrayList<>(given());
    members().forEach(it -> read.add(it.output()));
    return new Shared(channels, read, own().contains(Member.GAVE));
  }

  private Command begin(NodeContext context) {
    State state = context.state();
    Optional<Message> asked =
        state.getOrElse(ReactAgent.MESSAGES, List.of()).stream()
            .filter(Messages::isOfUser)
            .reduce((earlier, later) -> later)
            .or(() -> state.find(TASK).map(Message::user));
    StateUpdate task =
        asked
            .map(it -> StateUpdate.of(TASK, it.text()).overwriting(Member.HEARD, List.of(it)))
            .orElse(StateUpdate.empty());
    return Command.update(task.and(beginning(state)).and(Member.noneGave(state)));
  }

  /** Returns the task of an agent, which runs in the order of such tasks. */
  final Route send(Member member, State state) {
    Map<String, Object> input = new LinkedHashMap<>(shared().readBy(member, state));
    state.find(TASK).ifPresent(it -> input.put(TASK.name(), it));
    state.find(Member.HEARD).ifPresent(it -> input.put(Member.HEARD.name(), it));
    return Route.send(member.name(), StateUpdate.of(input));
  }

  /** Returns the task of an agent that is asked something of its own, with what else it reads. */
  final Route send(Member member, State state, String task, Map<String, Object> more) {
    Map<String, Object> input = new LinkedHashMap<>(shared().readBy(member, state));
    input.putAll(more);
    input.put(TASK.name(), task);
    input.put(Member.HEARD.name(), List.of(Message.user(task)));
    return Route.send(member.name(), StateUpdate.of(input));
  }
}
