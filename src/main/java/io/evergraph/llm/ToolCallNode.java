package io.evergraph.llm;

import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Makes one call of a tool, in a task of its own, and writes its result to the chat: a failure or a
 * crash repeats this call and no other.
 *
 * <p>Where a person has to decide about the call alone, the task asks first: {@code {"type":
 * "tool_approval", "tool_call_id", "name", "args", "description"}}; the answer is one decision.
 */
final class ToolCallNode implements NodeAction {
  /** The call that a task makes; it is sent to the task. */
  static final Channel<PlannedCall> CALL = Channel.of("agent.call", PlannedCall.class);

  private static final String NOBODY = "Nobody has decided in time.";

  private final Toolset tools;
  private final Approvals approvals;
  private final ListChannel<Message> chat;
  private final String end;

  ToolCallNode(Toolset tools, Approvals approvals, ListChannel<Message> chat, String end) {
    this.tools = Objects.requireNonNull(tools, "tools");
    this.approvals = Objects.requireNonNull(approvals, "approvals");
    this.chat = Objects.requireNonNull(chat, "chat");
    this.end = Objects.requireNonNull(end, "end");
  }

  @Override
  public Command run(NodeContext context) throws Exception {
    PlannedCall planned = context.state().get(CALL);
    PlannedCall decided = planned.isOpen() ? planned.with(ask(planned.asked(), context)) : planned;
    ToolContext from = new ToolContext(context, planned.index(), planned.position());
    Message result = new ToolRunner(tools).result(decided, from);
    Command told = Command.update(StateUpdate.of(chat, result).and(from.written().update()));
    return planned.last() ? told.thenGoTo(end) : told;
  }

  private CallDecision ask(ToolCall call, NodeContext context) {
    Approval rule = approvals.recorded(call);
    DecisionForm form = new DecisionForm(call, rule.allowed(), tools.only(call.name()));
    Question<Object> question = Question.of(card(call, rule)).fitting(form.schema());
    Question<Object> limited =
        rule.patience().map(wait -> expiring(question, wait)).orElse(question);
    return form.read(ToolCallForm.MAPPER.valueToTree(context.interrupt(call.id(), limited)));
  }

  private static Question<Object> expiring(Question<Object> question, Duration wait) {
    return question.expiresAfter(wait).otherwise(DecisionForm.rejection(NOBODY));
  }

  private Map<String, Object> card(ToolCall call, Approval rule) {
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("type", "tool_approval");
    card.put("tool_call_id", call.id());
    card.put("name", call.name());
    card.put("args", DecisionForm.shown(call.arguments()));
    card.put("description", DecisionForm.description(call, rule, tools));
    return card;
  }
}
