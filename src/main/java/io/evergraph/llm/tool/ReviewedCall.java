package io.evergraph.llm.tool;

import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.Approval.Scope;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a person decided about a call, as it stands in the log of the thread: {@link
 * Approval#decisions}.
 *
 * @param asked the call as the model wrote it
 * @param made the call as the person let it be made
 * @param kind the decision
 * @param text what the model is told
 * @param by who decided, as the answer says; empty where it does not, {@code expiry} where nobody
 *     has decided in time
 * @param scope which later calls are decided so without a question; {@link Scope#CALL} where none,
 *     or where that was revoked
 */
public record ReviewedCall(
    ToolCall asked, ToolCall made, Kind kind, String text, String by, Scope scope) {
  /**
   * All decisions of a thread in their order. Read-only: nobody can give decisions in from outside.
   */
  static final ListChannel<ReviewedCall> LOG =
      ListChannel.append("review.decisions", ReviewedCall.class);

  public ReviewedCall {
    Objects.requireNonNull(asked, "asked");
    Objects.requireNonNull(made, "made");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(scope, "scope");
  }

  CallDecision decision() {
    return new CallDecision(kind, made, text);
  }

  /** Returns a usage in which the calls count that people let through, as they were made. */
  static AgentUsage counted(List<ReviewedCall> log, AgentUsage used) {
    AgentUsage counted = used;
    for (ReviewedCall review : log.subList(Math.min(used.reviews(), log.size()), log.size())) {
      Optional<ToolCall> made = Optional.of(review.made).filter(it -> review.decision().isMade());
      counted = counted.withReview(review.asked.name(), made.map(ToolCall::name));
    }
    return counted;
  }

  /**
   * Returns the decision that was taken for calls like this one, where its rule allows for that;
   * the latest counts.
   */
  static Optional<CallDecision> remembered(List<ReviewedCall> log, ToolCall call, Approval rule) {
    return log.stream()
        .filter(review -> rule.scopes().contains(review.scope) && review.covers(call))
        .filter(review -> rule.allowed().contains(review.kind))
        .reduce((earlier, later) -> later)
        .map(review -> new CallDecision(review.kind, call, review.text));
  }

  private boolean covers(ToolCall call) {
    return switch (scope) {
      case CALL -> false;
      case ARGUMENTS -> call.name().equals(asked.name()) && hasArgumentsOf(call);
      case TOOL -> call.name().equals(asked.name());
      case THREAD -> true;
    };
  }

  private boolean hasArgumentsOf(ToolCall call) {
    return DecisionForm.shown(call.arguments()).equals(DecisionForm.shown(asked.arguments()));
  }

  /** Returns a log whose decisions about some tools, and about all, hold for no later call. */
  static List<ReviewedCall> revoked(List<ReviewedCall> log, List<String> tools) {
    if (tools.isEmpty()) {
      return log;
    }
    return log.stream()
        .map(it -> tools.contains(it.asked.name()) || it.scope == Scope.THREAD ? it.forOnce() : it)
        .toList();
  }

  private ReviewedCall forOnce() {
    return new ReviewedCall(asked, made, kind, text, by, Scope.CALL);
  }
}
