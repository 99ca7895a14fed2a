package io.evergraph.agent.hook;

import io.evergraph.agent.hook.AgentHook.Placement;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.tool.CallGuard;
import io.evergraph.llm.tool.ToolCalls;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The hooks of an agent, and the nodes that they become.
 *
 * @param hooks in the order of their before parts
 * @param channels those of the agent beside the channels of its hooks
 */
public record AgentHooks(List<AgentHook> hooks, List<Channel<?>> channels) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException when two hooks have the same
   */
  public AgentHooks {
    hooks = List.copyOf(hooks);
    channels = List.copyOf(channels);
    Set<String> names = new HashSet<>();
    for (AgentHook hook : hooks) {
      if (!names.add(hook.name())) {
        throw new IllegalArgumentException(
            "Expected hooks of different names but found '" + hook.name() + "' twice.");
      }
    }
  }

  /** Returns the names of the nodes that the hooks become. */
  public List<String> nodes() {
    return Arrays.stream(HookPart.values())
        .flatMap(part -> (part.isOfTurn() ? with(part) : inNodes(part)).stream().map(part::nodeOf))
        .toList();
  }

  /** Returns the tools that the hooks give the model. */
  public Toolset tools() {
    return hooks.stream().map(AgentHook::tools).reduce(Toolset.empty(), Toolset::and);
  }

  /** Returns tools whose calls the hooks are around. */
  public Toolset around(Toolset tools) {
    Toolset wrapped = tools;
    for (AgentHook hook : reversed(hooks)) {
      wrapped = wrapped.around(new HookedTool(hook, schema()));
    }
    return wrapped;
  }

  /**
   * Returns what the hooks do that tools cannot have.
   *
   * @param tools what the model may call
   */
  public List<String> problems(Toolset tools) {
    List<String> graphs = tools.graphs();
    return graphs.isEmpty()
        ? List.of()
        : hooks.stream()
            .filter(hook -> HookPart.overrides(hook, "aroundTool"))
            .map(
                hook ->
                    "Hook '%s' has an aroundTool, but the tools %s are graphs, which run as tasks of their own. Use beforeTool and afterTool."
                        .formatted(hook.name(), graphs))
            .toList();
  }

  /**
   * Returns what the hooks say about calls that are not made; the first one that says so counts.
   */
  public CallGuard guard() {
    List<CallGuard> guards = hooks.stream().map(AgentHook::guard).toList();
    return (call, calls) ->
        guards.stream().flatMap(guard -> guard.refusal(call, calls).stream()).findFirst();
  }

  /**
   * Adds the model and the nodes of the hooks to a graph.
   *
   * @param name of the node that asks the model
   * @return how the calls of tools are tied to them
   */
  public ToolCalls.Loop addTo(GraphBuilder graph, String name, ModelNode model, NodePolicy policy) {
    hooks.forEach(hook -> addChannels(hook, graph));
    if (hooks.isEmpty()) {
      graph.node(name, model, policy).edge(Graph.START, name);
      return ToolCalls.Loop.of(name);
    }
    if (!with(HookPart.AFTER_AGENT).isEmpty()) {
      graph.channels(HookTask.SENT_BACK).hidden(HookTask.SENT_BACK);
    }
    graph.onInput(input -> taken(input, model.channel()));
    return new Wiring(graph, name, model).wired(policy);
  }

  private StateSchema schema() {
    Stream<Channel<?>> own =
        hooks.stream().flatMap(it -> Stream.of(it.channels(), it.hidden()).flatMap(List::stream));
    return HookTask.schema(Stream.concat(channels.stream(), own));
  }

  private static void addChannels(AgentHook hook, GraphBuilder graph) {
    Channel<?>[] hidden = hook.hidden().toArray(Channel<?>[]::new);
    graph.channels(hook.channels().toArray(Channel<?>[]::new)).channels(hidden).hidden(hidden);
  }

  private StateUpdate taken(StateUpdate input, ListChannel<Message> chat) {
    return new StateUpdate(
        input.writes().stream()
            .map(it -> it.channel().equals(chat.name()) ? taken(it) : it)
            .toList());
  }

  private Write taken(Write write) {
    return write.value() instanceof List<?> said
        ? new Write(write.channel(), said.stream().map(this::taken).toList(), write.overwrite())
        : write;
  }

  private Object taken(Object said) {
    Object taken = said;
    for (AgentHook hook : hooks) {
      taken = taken instanceof Message message ? hook.input(message) : taken;
    }
    return taken;
  }

  private static <T> List<T> reversed(List<T> list) {
    List<T> turned = new ArrayList<>(list);
    Collections.reverse(turned);
    return turned;
  }

  /** The nodes of one graph. */
  private final class Wiring {
    private final GraphBuilder graph;
    private final String name;
    private final ModelNode model;
    private final List<AgentHook> beforeAgent = with(HookPart.BEFORE_AGENT);
    private final List<AgentHook> beforeModel = inNodes(HookPart.BEFORE_MODEL);
    private final List<AgentHook> afterModel = reversed(inNodes(HookPart.AFTER_MODEL));
    private final List<AgentHook> afterAgent = reversed(with(HookPart.AFTER_AGENT));
    private final SideCalls sideCalls;
    private final String entry;
    private final String end;

    Wiring(GraphBuilder graph, String name, ModelNode model) {
      this.graph = graph;
      this.name = name;
      this.model = model;
      this.sideCalls = SideCalls.of(model.limits(), hooks);
      this.entry = first(HookPart.BEFORE_MODEL, beforeModel, name);
      this.end = first(HookPart.AFTER_AGENT, afterAgent, Graph.END);
    }

    ToolCalls.Loop wired(NodePolicy policy) {
      graph.node(name, action(), policy).ends(name, late().all());
      graph.edge(Graph.START, first(HookPart.BEFORE_AGENT, beforeAgent, entry));
      chain(HookPart.BEFORE_AGENT, beforeAgent, entry, late());
      chain(HookPart.BEFORE_MODEL, beforeModel, name, early());
      chain(HookPart.AFTER_AGENT, afterAgent, Graph.END, ending());
      if (afterModel.isEmpty()) {
        return new ToolCalls.Loop(entry, name, end);
      }
      String last = HookPart.AFTER_MODEL.nodeOf(afterModel.get(afterModel.size() - 1));
      graph.edge(name, first(HookPart.AFTER_MODEL, afterModel, name));
      nodes(HookPart.AFTER_MODEL, afterModel, late());
      return new ToolCalls.Loop(entry, last, end);
    }

    private HookedModel action() {
      return new HookedModel(
          model,
          inTask(HookPart.BEFORE_MODEL),
          hooks,
          reversed(inTask(HookPart.AFTER_MODEL)),
          early(),
          late(),
          schema());
    }

    private HookRoutes early() {
      return new HookRoutes(name, ToolCalls.BRANCHING, end);
    }

    private HookRoutes late() {
      return new HookRoutes(entry, ToolCalls.BRANCHING, end);
    }

    private HookRoutes ending() {
      return new HookRoutes(entry, ToolCalls.BRANCHING, Graph.END);
    }

    private void chain(HookPart part, List<AgentHook> those, String next, HookRoutes routes) {
      nodes(part, those, routes);
      if (!those.isEmpty()) {
        graph.edge(part.nodeOf(those.get(those.size() - 1)), next);
      }
    }

    private void nodes(HookPart part, List<AgentHook> those, HookRoutes routes) {
      for (int i = 0; i < those.size(); i++) {
        String node = part.nodeOf(those.get(i));
        graph
            .node(
                node,
                new HookNode(those.get(i), part, model.channel(), routes, sideCalls, schema()),
                those.get(i).policy())
            .ends(node, routes.all());
        if (i > 0) {
          graph.edge(part.nodeOf(those.get(i - 1)), node);
        }
      }
    }

    private String first(HookPart part, List<AgentHook> those, String otherwise) {
      return those.isEmpty() ? otherwise : part.nodeOf(those.get(0));
    }
  }

  private List<AgentHook> with(HookPart part) {
    return hooks.stream().filter(part::isIn).toList();
  }

  private List<AgentHook> inNodes(HookPart part) {
    return hooks.subList(0, firstInTask(part)).stream().filter(part::isIn).toList();
  }

  private List<AgentHook> inTask(HookPart part) {
    return hooks.subList(firstInTask(part), hooks.size()).stream().filter(part::isIn).toList();
  }

  /** Before a hook with a node of its own no other runs in the task: it would run too late. */
  private int firstInTask(HookPart part) {
    return IntStream.range(0, hooks.size())
            .filter(i -> hooks.get(i).placement() == Placement.NODE && part.isIn(hooks.get(i)))
            .reduce((one, later) -> later)
            .orElse(-1)
        + 1;
  }
}
