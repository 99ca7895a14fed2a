package io.evergraph.agent.team;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowFields;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An agent that passes a chat on to workers, by the tools {@code transfer_to_<worker>}, and is
 * asked again when they have reported. Workers that one message names run side by side, and each
 * sees the chat with its own transfer only.
 *
 * <p>The graph has the node {@code supervisor}, a node {@code route} that starts the workers, and a
 * subgraph node for each worker, by the name of its graph.
 */
public final class Supervisor {
  /**
   * The kind {@code supervisor} of texts, with {@code model, agents} (each with {@code for}, if
   * need be), {@code prompt, output, maxHandoffs}.
   */
  public static final FlowKind KIND = FlowKind.of("supervisor", Supervisor::of);

  /** How many transfers are made in a turn, unless the supervisor says otherwise. */
  public static final int DEFAULT_HANDOFFS = 12;

  private static final String SUPERVISOR = "supervisor";
  private static final String ROUTE = "route";

  private final String name;
  private final ModelSource model;
  private final Map<String, Graph> workers = new LinkedHashMap<>();
  private Transfers transfers = new Transfers(Map.of());
  private String version = "1";
  private String prompt = "";
  private final List<AgentHook> hooks = new ArrayList<>();
  private Toolset tools = Toolset.empty();
  private Limits limits = Limits.perTurn(turn -> turn.modelCalls(ReactAgent.DEFAULT_MODEL_CALLS));
  private OutputMode output = OutputMode.LAST_MESSAGE;
  private int maxHandoffs = DEFAULT_HANDOFFS;

  private Supervisor(String name, ModelSource model) {
    this.name = name;
    this.model = model;
  }

  /**
   * Begins a supervisor.
   *
   * @param name the name of its graph
   * @param model finds the model that chooses the workers
   */
  public static Supervisor of(String name, ModelSource model) {
    return new Supervisor(name, model);
  }

  private static Graph of(FlowFields fields) {
    Supervisor team = of(fields.name(), TeamText.model(fields));
    fields.text("version").ifPresent(team::version);
    fields.text("prompt").ifPresent(team::prompt);
    fields.number("maxHandoffs").ifPresent(team::maxHandoffs);
    TeamText.output(fields).ifPresent(team::output);
    TeamText.agents(fields)
        .forEach(
            (agent, at) ->
                at.text("for")
                    .ifPresentOrElse(it -> team.worker(agent, it), () -> team.worker(agent)));
    return team.build();
  }

  /** Adds a worker: a graph with a chat in the channel {@code messages}, known by its name. */
  public Supervisor worker(Graph agent) {
    return worker(agent, Transfers.described(agent.name()));
  }

  /** Adds a worker, and what the model is told of it. */
  public Supervisor worker(Graph agent, String description) {
    Team.add(agent, workers, SUPERVISOR, ROUTE);
    transfers = transfers.and(agent.name(), description);
    return this;
  }

  /** Sets the version of the graph, "1" by default. */
  public Supervisor version(String number) {
    this.version = number;
    return this;
  }

  /** Sets the instruction that precedes the chat of the supervisor's own model. */
  public Supervisor prompt(String instruction) {
    this.prompt = instruction;
    return this;
  }

  /** Sets what the supervisor's own model may call beside the transfers. */
  public Supervisor tools(Toolset set) {
    this.tools = set;
    return this;
  }

  /**
   * Adds hooks around the supervisor's own model, such as {@link io.evergraph.agent.hook.Budget}.
   */
  public Supervisor with(AgentHook... more) {
    hooks.addAll(Arrays.asList(more));
    return this;
  }

  /** Sets what the supervisor's own model costs; nothing by default. */
  public Supervisor pricedAt(Price price) {
    this.limits = limits.pricedAt(price);
    return this;
  }

  /** Sets what the chat receives of the workers, {@link OutputMode#LAST_MESSAGE} by default. */
  public Supervisor output(OutputMode mode) {
    this.output = mode;
    return this;
  }

  /**
   * Sets how many transfers are made in a turn, {@value #DEFAULT_HANDOFFS} by default; then the
   * turn ends with a message that says so.
   */
  public Supervisor maxHandoffs(int limit) {
    this.maxHandoffs = Hops.bounded(limit);
    return this;
  }

  /**
   * Returns the graph.
   *
   * @throws IllegalArgumentException when there is no worker
   */
  public Graph build() {
    if (workers.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected at least 1 worker of supervisor '" + name + "' but found none.");
    }
    Transfers known = transfers;
    int limit = maxHandoffs;
    Graph chooser =
        ReactAgent.of(name + "." + SUPERVISOR, model)
            .prompt(prompt)
            .tools(tools)
            .limits(limits)
            .with(
                Stream.concat(hooks.stream(), Stream.of(new Delegation(known)))
                    .toArray(AgentHook[]::new))
            .build();
    GraphBuilder graph =
        TotalUsage.hiddenIn(Graph.builder(name).version(version))
            .channels(ReactAgent.MESSAGES, Hops.CHANNEL)
            .hidden(Hops.CHANNEL)
            .maxSteps(ReactAgent.MAX_STEPS)
            .subgraph(SUPERVISOR, chooser, Team.sharing(chooser, ReactAgent.MESSAGES))
            .onInput(chooser::taken)
            .node(ROUTE, context -> route(context, known, limit), Team.LOCAL)
            .edge(Graph.START, SUPERVISOR)
            .edge(SUPERVISOR, ROUTE)
            .ends(ROUTE, workers.keySet().toArray(String[]::new))
            .ends(ROUTE, Graph.END);
    workers.forEach(
        (worker, agent) -> {
          new Worker(agent, output).addTo(graph);
          graph.edge(worker, SUPERVISOR);
        });
    return graph.build();
  }

  private static Command route(NodeContext context, Transfers transfers, int limit) {
    List<Message> chat = transfers.withoutRemarks(context.state().get(ReactAgent.MESSAGES));
    List<Message.Tool> made = transfers.made(chat);
    if (made.isEmpty()) {
      return Command.goTo(Graph.END);
    }
    Hops before = Hops.in(context);
    Hops hops = before.to("", made.size());
    if (hops.count() > limit) {
      return before.tooMany(limit);
    }
    List<Route> workers = made.stream().map(it -> to(it, chat, transfers)).toList();
    return Command.update(hops.written()).then(workers);
  }

  private static Route to(Message.Tool transfer, List<Message> chat, Transfers transfers) {
    String worker = transfers.target(transfer.name()).orElseThrow();
    return Route.send(worker, Worker.input(chat, transfer));
  }

  /** Ends the model's part of a supervisor's turn when it passes the chat on to workers. */
  private record Delegation(Transfers transfers) implements AgentHook {
    @Override
    public Toolset tools() {
      return transfers.tools(
          (call, context) -> Transfers.done(transfers.target(call.name()).orElseThrow()));
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      return transfers.made(context.messages()).isEmpty()
          ? HookResult.goOn()
          : HookResult.goOn().jumpTo(HookResult.Jump.END);
    }
  }
}
