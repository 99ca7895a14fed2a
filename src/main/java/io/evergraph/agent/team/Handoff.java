package io.evergraph.agent.team;

import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.CallGuard;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets an agent of a {@link Swarm} hand the chat over to others, by the tools {@code
 * transfer_to_<agent>}. The other calls of the same message are made first; of several transfers in
 * one message the first one counts, and the model is told so. An agent that hands the chat to
 * itself goes on, so that agents may share one.
 *
 * <pre>{@code
 * ReactAgent.of("alice", model).with(Handoff.to("bob")).build();
 * }</pre>
 */
public final class Handoff implements AgentHook {
  private static final String IGNORED = "Multiple handoffs detected, ignoring this one.";

  /** Who was active when the agent was called: the agent itself. */
  private static final Channel<String> SELF = Channel.of("team.self", String.class);

  /** To whom the agent has handed the chat since its model was asked last; empty for nobody. */
  private static final Channel<String> LEFT = Channel.of("team.left", String.class);

  private final Transfers transfers;

  private Handoff(Transfers transfers) {
    this.transfers = transfers;
  }

  /** Returns the handoff to an agent; the model is told to ask it for help. */
  public static Handoff to(String agent) {
    return to(agent, Transfers.described(agent));
  }

  /**
   * Returns the handoff to an agent.
   *
   * @param description what the model is told of it
   */
  public static Handoff to(String agent, String description) {
    return new Handoff(new Transfers(Map.of(agent, description)));
  }

  /** Returns this handoff with one more agent. */
  public Handoff and(String agent) {
    return and(agent, Transfers.described(agent));
  }

  /** Returns this handoff with one more agent, and what the model is told of it. */
  public Handoff and(String agent, String description) {
    return new Handoff(transfers.and(agent, description));
  }

  @Override
  public List<Channel<?>> channels() {
    return List.of(Swarm.ACTIVE_AGENT);
  }

  @Override
  public List<Channel<?>> hidden() {
    return List.of(SELF, LEFT);
  }

  @Override
  public Toolset tools() {
    return transfers.tools(this::transfer);
  }

  private String transfer(ToolCall call, ToolContext context) {
    String agent = transfers.target(call.name()).orElseThrow();
    context.write(StateUpdate.of(Swarm.ACTIVE_AGENT, agent).with(LEFT, agent));
    return Transfers.done(agent);
  }

  @Override
  public CallGuard guard() {
    return (call, calls) ->
        transfers.target(call.name()).isEmpty()
            ? Optional.empty()
            : calls.stream()
                .filter(it -> transfers.target(it.name()).isPresent())
                .findFirst()
                .filter(first -> isOther(first, call))
                .map(first -> IGNORED);
  }

  /** Ids are not always unique: two calls of one message may be equal. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isOther(ToolCall one, ToolCall other) {
    return one != other;
  }

  /**
   * The agent is done when it has handed the chat to another one. The end of the chat does not tell
   * that: the other one finds the same transfer there, and may know the same tool.
   */
  @Override
  public HookResult beforeModel(HookContext context) {
    String active = context.state().find(Swarm.ACTIVE_AGENT).orElse("");
    Optional<String> self = context.state().find(SELF);
    String left = context.state().find(LEFT).orElse("");
    if (left.isEmpty()) {
      return self.isEmpty() && !active.isEmpty()
          ? HookResult.write(StateUpdate.of(SELF, active))
          : HookResult.goOn();
    }
    boolean isToAnother = left.equals(active) && self.filter(active::equals).isEmpty();
    HookResult taken = HookResult.write(StateUpdate.of(LEFT, "").with(SELF, self.orElse("")));
    return isToAnother && endsWithResult(context.messages())
        ? taken.jumpTo(HookResult.Jump.END)
        : taken;
  }

  /** What was handed over in a turn that a limit has ended is of no interest in the next one. */
  private boolean endsWithResult(List<Message> whole) {
    List<Message> chat = transfers.withoutRemarks(whole);
    return !chat.isEmpty() && chat.get(chat.size() - 1) instanceof Message.Tool;
  }
}
