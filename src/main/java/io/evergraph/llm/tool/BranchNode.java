package io.evergraph.llm.tool;

import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides whether a chat goes on with tools or ends, writes the decision to a channel, and sends
 * the calls on their way: to the tasks that make them, or to a person first. What it finds is
 * recorded with the routes: no condition of an approval is asked again when the answer comes.
 */
record BranchNode(
    Toolset tools,
    Approvals approvals,
    ListChannel<Message> chat,
    Channel<String> branch,
    ToolRoutes routes,
    Limits limits,
    Optional<AnswerCheck> answers,
    CallGuard guard)
    implements NodeAction {
  /** The last message calls tools. */
  static final String TOOL = "tool";

  /** The last message calls tools, and gives the answer that the turn ends with behind them. */
  static final String ANSWER = "answer";

  /** The last message is no answer of the type that the agent ends with. */
  static final String REPAIR = "repair";

  /** Nothing is left to do. */
  static final String END = "end";

  private static final String CUT_OFF =
      "This call was not made: the answer was cut off in it, at the most tokens that an answer may have. Write shorter arguments.";

  private static final String STOPPED = "This call was not made. ";

  @Override
  public Command run(NodeContext context) {
    List<Message> said = context.state().find(chat).orElse(List.of());
    List<Message> ordered = OpenCalls.last(said);
    if (ordered.equals(said)) {
      return decided(context);
    }
    State state = context.state().and(State.of(Map.of(chat.name(), ordered)));
    Command decided = decided(ScopedContext.of(context, state));
    StateUpdate update = StateUpdate.overwrite(chat, ordered).and(decided.update());
    return new Command(update, decided.routes());
  }

  private Command decided(NodeContext context) {
    List<Message> said = context.state().find(chat).orElse(List.of());
    AgentUsage used =
        ReviewedCall.counted(
            context.state().find(ReviewedCall.LOG).orElse(List.of()),
            AgentUsage.of(context.state(), context.turnId()));
    Optional<Message.Assistant> caller = Messages.lastCaller(context.state(), chat);
    if (caller.isEmpty()) {
      StateUpdate over = StateUpdate.of(branch, END).with(AgentUsage.CHANNEL, used);
      Command end = Command.update(over);
      return answers.map(check -> check.ofWords(said, used, end)).orElse(end);
    }
    List<ToolCall> asked = caller.get().toolCalls();
    ToolGrants grants = ToolGrants.asked(limits, asked, used, context);
    return grants
        .refused()
        .map(reached -> stopped(asked, reached, grants.usage()))
        .orElseGet(() -> planned(asked, said, grants.usage(), context));
  }

  private Command planned(
      List<ToolCall> asked, List<Message> said, AgentUsage used, NodeContext context) {
    List<ReviewedCall> log = context.state().find(ReviewedCall.LOG).orElse(List.of());
    List<String> revoked = context.state().find(Approval.REVOKED).orElse(List.of());
    List<ReviewedCall> valid = ReviewedCall.revoked(log, revoked);
    Plan plan = new Plan(asked, said, valid, used);
    asked.forEach(plan::add);
    if (plan.reached.isPresent() && limits.toolReaction() != Limits.Reaction.TELL_MODEL) {
      return stopped(asked, plan.reached.get(), used);
    }
    StateUpdate next =
        answers
            .flatMap(check -> check.given(plan.calls, used).map(call -> answered(call, check)))
            .orElseGet(() -> StateUpdate.of(branch, TOOL));
    StateUpdate update = next.with(AgentUsage.CHANNEL, plan.usage());
    return Command.update(revoked.isEmpty() ? update : update.and(revoking(valid)))
        .then(approvals.next(plan.calls, routes));
  }

  /** None of the calls is made: the turn ends, and the thread's counts stay. */
  private Command stopped(List<ToolCall> asked, Limits.Reached reached, AgentUsage used) {
    if (limits.toolReaction() == Limits.Reaction.FAIL) {
      throw new LimitReachedException(reached);
    }
    List<Message> told = new ArrayList<>();
    AgentUsage usage = used;
    for (ToolCall call : asked) {
      usage = usage.withToolCall(call.name(), false);
      told.add(Message.failure(call, STOPPED + reached.text()));
    }
    told.add(reached.message());
    return Command.update(
        StateUpdate.of(chat, told).with(branch, END).with(AgentUsage.CHANNEL, usage));
  }

  private static StateUpdate revoking(List<ReviewedCall> valid) {
    return StateUpdate.overwrite(ReviewedCall.LOG, valid).overwriting(Approval.REVOKED, List.of());
  }

  private StateUpdate answered(ToolCall call, AnswerCheck check) {
    return StateUpdate.of(branch, ANSWER).and(check.answer().written(call.arguments()));
  }

  /** The calls of a message, decided on one after the other. */
  private final class Plan {
    private final List<ToolCall> asked;
    private final List<Message> said;
    private final List<PlannedCall> calls = new ArrayList<>();
    private final List<ReviewedCall> log;
    private Optional<Limits.Reached> reached = Optional.empty();
    private AgentUsage usage;

    Plan(List<ToolCall> asked, List<Message> said, List<ReviewedCall> log, AgentUsage usage) {
      this.asked = asked;
      this.said = said;
      this.log = log;
      this.usage = usage;
    }

    AgentUsage usage() {
      return usage.withRepairs(answers.isPresent() ? AnswerCheck.repairs(calls) : 0);
    }

    void add(ToolCall call) {
      int index = calls.size();
      PlannedCall planned = new PlannedCall(call, index, said.size() + index, decision(call));
      usage = usage.withToolCall(call.name(), planned.mayRun());
      calls.add(planned);
    }

    private CallDecision decision(ToolCall call) {
      Optional<Limits.Reached> limit = limits.forTool(call.name(), 1, usage);
      reached = reached.or(() -> limit);
      Optional<String> refusal =
          limit
              .map(Limits.Reached::text)
              .or(() -> guard.refusal(call, asked))
              .or(() -> cutOff(call))
              .or(() -> answers.flatMap(check -> check.misfit(call)))
              .or(() -> new KeptGraphs(tools).refusal(call, calls))
              .or(() -> refusal(call));
      if (refusal.isPresent()) {
        return CallDecision.refuse(call, refusal.get());
      }
      return approvals
          .of(call)
          .map(rule -> ReviewedCall.remembered(log, call, rule).orElse(CallDecision.ask(call)))
          .orElse(CallDecision.make(call));
    }

    /**
     * Only the last call may be. Clients give it no arguments where none have come, as they do
     * where there are none.
     */
    private Optional<String> cutOff(ToolCall call) {
      boolean isLast = calls.size() == asked.size() - 1;
      return isLast
              && Messages.isCut(said.get(said.size() - 1))
              && ToolCallForm.parsed(call.arguments()).filter(it -> !it.isEmpty()).isEmpty()
          ? Optional.of(CUT_OFF)
          : Optional.empty();
    }
  }

  /** What a source's tools take is not known here: their tasks ask it, before a person is asked. */
  private Optional<String> refusal(ToolCall call) {
    return tools.sourceOf(call.name()).isPresent()
        ? Optional.empty()
        : new ToolRunner(tools).refusal(call);
  }
}
