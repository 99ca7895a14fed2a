package io.evergraph.agent.hook;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Usage;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.SideCall;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a graph asks models beside its chat, such as summaries, choices and merges: their tokens and
 * cost count for the limits of the agent, and of those around it, and for a budget of tenants.
 * Immutable.
 *
 * @param limits beyond which no model is asked, and what models cost
 * @param budget in which each call is reserved and settled
 */
public record SideCalls(Limits limits, Optional<Budget> budget) {
  /** Without limits, price and budget. */
  public static final SideCalls NONE = new SideCalls(Limits.NONE, Optional.empty());

  public SideCalls {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(budget, "budget");
  }

  static SideCalls of(Limits limits, List<AgentHook> hooks) {
    return new SideCalls(
        limits,
        hooks.stream().filter(Budget.class::isInstance).map(Budget.class::cast).findFirst());
  }

  /** Returns these calls of models that cost something. */
  public SideCalls pricedAt(Price price) {
    return new SideCalls(limits.pricedAt(price), budget);
  }

  /** Returns these calls within a budget. */
  public SideCalls within(Budget other) {
    return new SideCalls(limits, Optional.of(other));
  }

  /** Asks models, in one task of a node. */
  @FunctionalInterface
  public interface Model {
    /** Returns the words of the answer; empty where there are none. */
    String ask(ModelSource model, String instruction, String text);
  }

  /** The work of a node that asks models beside the chat. */
  @FunctionalInterface
  public interface Work {
    /**
     * Returns what the node wants.
     *
     * @param model asks models; if the budget ends the turn, the call does not return
     */
    Command done(NodeContext context, Model model);
  }

  /** Declares in a graph, once, what its nodes that ask models need. */
  public void declareIn(GraphBuilder graph) {
    budget.ifPresent(
        it -> {
          Channel<?>[] hidden = it.hidden().toArray(Channel<?>[]::new);
          graph.channels(hidden).hidden(hidden);
        });
  }

  /**
   * Adds a node that asks models. Where the budget ends the turn, the graph ends with a message.
   *
   * @param chat gets that message
   */
  public void addTo(
      GraphBuilder graph, String node, ListChannel<Message> chat, NodePolicy policy, Work work) {
    graph.node(node, new SideNode(this, chat, work), policy);
    budget.ifPresent(it -> graph.ends(node, Graph.END));
  }

  /**
   * Asks a model and counts what it uses in a task.
   *
   * @return the answer, or the message that a budget puts in its place; empty beyond a limit
   */
  Optional<Message.Assistant> ask(ModelSource model, ModelRequest request, HookTask task) {
    if (limits.forModel(used(task)).isPresent()) {
      return Optional.empty();
    }
    ModelAround.Next asking =
        it -> {
          Message.Assistant answer = new SideCall(model).ask(it, task.node());
          count(answer.usage(), task);
          return answer;
        };
    return Optional.of(
        budget
            .map(it -> it.aroundSideCall(request, new HookContext(task, it.name()), asking))
            .orElseGet(() -> asking.ask(request)));
  }

  static AgentUsage used(HookTask task) {
    return AgentUsage.of(task.state(), task.node().turnId());
  }

  /** An agent counts it in the turn in progress, the graphs around it when it has ended. */
  private void count(Optional<Usage> usage, HookTask task) {
    State state = task.state();
    long tokens = usage.map(Usage::totalTokens).orElse(0L);
    long cost = limits.cost(usage);
    StateUpdate own =
        state.has(AgentUsage.CHANNEL.name())
            ? StateUpdate.of(AgentUsage.CHANNEL, used(task).withSideCall(tokens, cost))
            : StateUpdate.empty();
    task.write(own.and(TotalUsage.added(state, tokens, cost)), task.node().node());
  }

  /** A task in which models are asked. */
  private record SideNode(SideCalls calls, ListChannel<Message> chat, Work work)
      implements NodeAction {
    @Override
    public boolean waitsForService() {
      return true;
    }

    @Override
    public Command run(NodeContext context) {
      HookTask task = new HookTask(context, chat, calls, HookTask.schema(Stream.of(chat)));
      try {
        Command done = work.done(context, (model, words, text) -> said(model, words, text, task));
        return done.and(task.command().update());
      } catch (Stopped stopped) {
        return task.command().and(StateUpdate.of(chat, stopped.message)).thenGoTo(Graph.END);
      }
    }

    private String said(ModelSource model, String instruction, String text, HookTask task) {
      ModelRequest request = ModelRequest.of(instruction, List.of(Message.user(text)), List.of());
      Message.Assistant answer = calls.ask(model, request, task).orElseThrow();
      if (Limits.isStop(answer)) {
        throw new Stopped(answer);
      }
      return answer.text();
    }
  }

  /** Leaves the work of a node whose turn ends. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Message.Assistant message;

    Stopped(Message.Assistant message) {
      super(message.text(), null, false, false);
      this.message = message;
    }
  }
}
