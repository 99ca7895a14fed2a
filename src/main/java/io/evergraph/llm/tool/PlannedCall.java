package io.evergraph.llm.tool;

import io.evergraph.graph.Described;
import io.evergraph.llm.message.ToolCall;
import java.util.Objects;

/**
 * A call of a chat's last message on its way to its task: what the task reads in place of the
 * state.
 *
 * @param asked the call as the model wrote it; its result carries its id
 * @param index its position among the calls of its message, from 0
 * @param position the position of its result in the chat, from 0
 * @param decision what is to become of it
 */
public record PlannedCall(ToolCall asked, int index, int position, CallDecision decision)
    implements Described {
  public PlannedCall {
    Objects.requireNonNull(asked, "asked");
    Objects.requireNonNull(decision, "decision");
  }

  /** Names the tool, for nodes that make calls of several. */
  @Override
  public String summary() {
    return decision.call().name();
  }

  /** Returns whether a person has to decide about it. */
  boolean isOpen() {
    return decision.kind() == CallDecision.Kind.ASK;
  }

  /** Returns whether a tool runs for it, or may when a person has decided. */
  boolean mayRun() {
    return decision.isMade() || isOpen();
  }

  /** Returns this call, refused where these tools do not take it. */
  PlannedCall checked(Toolset tools) {
    return new ToolRunner(tools)
        .refusal(asked)
        .map(reason -> with(CallDecision.refuse(asked, reason)))
        .orElse(this);
  }

  PlannedCall with(CallDecision other) {
    return new PlannedCall(asked, index, position, other);
  }
}
