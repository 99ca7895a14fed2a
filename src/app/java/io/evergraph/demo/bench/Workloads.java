package io.evergraph.demo.bench;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunMode;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The workloads by name, in the order in which they are measured. */
public final class Workloads {
  private static final int CHAIN = 3;
  private static final int SEQUENCE = 1000;
  private static final int BRANCHES = 5;
  private static final int SENDS = 100;
  private static final int TURNS = 100;

  private static final Channel<Integer> COUNT = Channel.of("count", Integer.class);
  private static final Channel<Integer> ITEM = Channel.of("item", Integer.class);
  private static final ListChannel<Integer> ITEMS = ListChannel.append("items", Integer.class);

  private final NodePolicy policy;
  private final RunMode mode;

  private Workloads(NodePolicy policy, RunMode mode) {
    this.policy = policy;
    this.mode = mode;
  }

  /** Returns the workloads, in runs of one mode. */
  public static List<Workload> all(NodePolicy policy, RunMode mode) {
    return new Workloads(policy, mode).all(ConcurrentRuns.IN_MEMORY);
  }

  /** Returns those with fewer runs at once to count, and what else callers of a server wait for. */
  public static List<Workload> onServer(NodePolicy policy, RunMode mode) {
    Workloads workloads = new Workloads(policy, mode);
    List<Workload> all = new ArrayList<>(workloads.all(ConcurrentRuns.ON_SERVER));
    all.add(new QuestionHeard(policy, mode));
    all.add(new ThreadDeleted(workloads.chain()));
    return List.copyOf(all);
  }

  private List<Workload> all(ConcurrentRuns runs) {
    Workload chain = chain();
    return List.of(
        chain,
        fan(),
        sequence(),
        sends(),
        turns(TURNS, policy, mode, () -> {}),
        new AnswerToEnd(policy, mode),
        new ManyRuns("tput", chain, runs));
  }

  /** Returns an agent whose chat grows with each of its turns. */
  public static Workload turns(int turns, NodePolicy policy, RunMode mode, Runnable onTurn) {
    return ReactTurns.workload(turns, policy, mode, onTurn);
  }

  private Workload chain() {
    Graph graph =
        builder("chain3", COUNT)
            .node("one", COUNT_ON, policy)
            .node("two", COUNT_ON, policy)
            .node("three", COUNT_ON, policy)
            .edge(START, "one")
            .edge("one", "two")
            .edge("two", "three")
            .edge("three", END)
            .build();
    return counting("chain3", graph, CHAIN);
  }

  private Workload sequence() {
    Graph graph =
        builder("seq1000", COUNT)
            .node("step", COUNT_ON, policy)
            .edge(START, "step")
            .route("step", state -> state.get(COUNT) < SEQUENCE ? "step" : END, "step", END)
            .maxSteps(SEQUENCE)
            .build();
    return counting("seq1000", graph, SEQUENCE);
  }

  private Workload counting(String name, Graph graph, int expected) {
    return new RunToEnd(
        name, mode, graph, StateUpdate.of(COUNT, 0), state -> state.get(COUNT), expected);
  }

  private Workload fan() {
    List<String> branches = IntStream.range(0, BRANCHES).mapToObj(i -> "branch" + i).toList();
    GraphBuilder builder =
        builder("fan5", ITEMS, COUNT).node("start", context -> Command.none(), policy);
    for (int i = 0; i < BRANCHES; i++) {
      int item = i;
      builder
          .node(branches.get(i), context -> Command.update(ITEMS, item), policy)
          .edge("start", branches.get(i));
    }
    Graph graph =
        builder
            .node("join", COUNT_ITEMS, policy)
            .edge(START, "start")
            .join(branches, "join")
            .edge("join", END)
            .build();
    return collecting("fan5", graph, BRANCHES);
  }

  private Workload sends() {
    Graph graph =
        builder("fan100", ITEMS, ITEM, COUNT)
            .node("start", context -> Command.none(), policy)
            .node("work", context -> appended(context.state().get(ITEM)), policy)
            .node("join", COUNT_ITEMS, policy)
            .edge(START, "start")
            .routes("start", context -> oneForEachItem(), "work")
            .edge("work", "join")
            .edge("join", END)
            .build();
    return collecting("fan100", graph, SENDS);
  }

  private static List<Route> oneForEachItem() {
    return IntStream.range(0, SENDS)
        .mapToObj(i -> Route.send("work", StateUpdate.of(ITEM, i)))
        .toList();
  }

  private Workload collecting(String name, Graph graph, int size) {
    List<Object> expected = List.of(IntStream.range(0, size).boxed().toList(), size);
    return new RunToEnd(name, mode, graph, StateUpdate.empty(), Workloads::itemsAndCount, expected);
  }

  private static Object itemsAndCount(State state) {
    return List.of(state.get(ITEMS), state.get(COUNT));
  }

  private static final NodeAction COUNT_ON =
      context -> Command.update(COUNT, context.state().get(COUNT) + 1);

  private static final NodeAction COUNT_ITEMS =
      context -> Command.update(COUNT, context.state().get(ITEMS).size());

  private static Command appended(int item) {
    return Command.update(ITEMS, item);
  }

  private static GraphBuilder builder(String name, Channel<?>... channels) {
    return Graph.builder("bench-" + name).channels(channels);
  }
}
