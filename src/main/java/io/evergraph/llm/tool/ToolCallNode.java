package io.evergraph.llm.tool;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

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

  private final Toolset tools;
  private final Approvals approvals;
  private final ListChannel<Message> chat;

  ToolCallNode(Toolset tools, Approvals approvals, ListChannel<Message> chat) {
    this.tools = Objects.requireNonNull(tools, "tools");
    this.approvals = Objects.requireNonNull(approvals, "approvals");
    this.chat = Objects.requireNonNull(chat, "chat");
  }

  @Override
  public Command run(NodeContext context) throws Exception {
    Decided decided = decided(context);
    PlannedCall call = decided.call();
    ToolContext from = new ToolContext(context, call.index(), call.position());
    CallDecision decision = call.decision();
    List<String> asked = decision.isMade() ? List.of(decision.call().name()) : List.of();
    Message result = ToolRunner.asking(tools, asked).result(call, from);
    return told(decided, result, from.written().update());
  }

  private Command told(Decided decided, Message result, StateUpdate written) {
    StateUpdate update = StateUpdate.of(chat, result).and(written);
    return Command.update(update.and(decided.logged()));
  }

  /** The model is told as it is told what the tool throws. */
  @Override
  public Optional<Command> timedOut(NodeContext context, NodeTimeoutException failure) {
    PlannedCall planned = context.state().get(CALL);
    Decided decided = decided(context, planned, asked -> Question.of(asked.id()));
    PlannedCall call = decided.call();
    return call.decision().isMade()
        ? new ToolRunner(tools)
            .failure(call, failure)
            .map(result -> told(decided, result, StateUpdate.empty()))
        : Optional.empty();
  }

  /**
   * A call that is decided about.
   *
   * @param review what a person said just now; empty where nobody had to
   */
  record Decided(PlannedCall call, Optional<ReviewedCall> review) {
    Decided with(CallDecision other) {
      return new Decided(call.with(other), review);
    }

    StateUpdate logged() {
      return review.map(it -> StateUpdate.of(ReviewedCall.LOG, it)).orElse(StateUpdate.empty());
    }

    /** Returns what lets a later task of the same graph make the call. */
    StateUpdate written() {
      return StateUpdate.of(CALL, call).and(logged());
    }
  }

  /**
   * Returns the call of a task, after a person has decided about it where that is to be done: where
   * its tool takes it, which a source is asked for here.
   */
  Decided decided(NodeContext context) {
    PlannedCall planned = context.state().get(CALL);
    if (!planned.isOpen()) {
      return new Decided(planned, Optional.empty());
    }
    ToolRunner runner = ToolRunner.asking(tools, List.of(planned.asked().name()));
    PlannedCall checked = runner.checked(planned, context);
    return decided(context, checked, asked -> question(asked, runner.tools()));
  }

  private Decided decided(
      NodeContext context, PlannedCall planned, Function<ToolCall, Question<Object>> question) {
    if (!planned.isOpen()) {
      return new Decided(planned, Optional.empty());
    }
    ToolCall call = planned.asked();
    Object answer = context.interrupt(call.id(), question.apply(call));
    ReviewedCall review =
        new DecisionForm(call, approvals.recorded(call), tools)
            .read(ToolCallForm.MAPPER.valueToTree(answer));
    return new Decided(planned.with(review.decision()), Optional.of(review));
  }

  private Question<Object> question(ToolCall call, Toolset known) {
    Approval rule = approvals.recorded(call);
    DecisionForm form = new DecisionForm(call, rule, known.only(call.name()));
    Question<Object> question = Question.of(card(call, rule, known)).fitting(form.schema());
    return rule.patience()
        .map(wait -> question.expiresAfter(wait).otherwise(form.whenLate()))
        .orElse(question);
  }

  private static Map<String, Object> card(ToolCall call, Approval rule, Toolset known) {
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("type", "tool_approval");
    card.put("tool_call_id", call.id());
    card.put("name", call.name());
    card.put("args", DecisionForm.shown(call.arguments()));
    card.put("description", DecisionForm.description(call, rule, known));
    if (!DecisionForm.scopes(rule).isEmpty()) {
      card.put("remember", DecisionForm.scopes(rule));
    }
    return card;
  }
}
