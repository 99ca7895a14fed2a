package io.evergraph.llm.tool;

import io.evergraph.graph.Command;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Optional;

/**
 * Sees to it that an agent ends with an answer of its type: an answer that fits is written to its
 * channel, of one that does not the model is told what is wrong, twice in a turn.
 *
 * @param model the node that asks the model
 */
record AnswerCheck(
    FinalAnswer<?> answer, ListChannel<Message> chat, Channel<String> branch, String model) {
  private static final int MOST_REPAIRS = 2;

  private static final String CUT_OFF =
      "it was cut off at the most tokens that an answer may have, so write a shorter one";

  private static final String REPAIR =
      "This is no answer that can be read: %s. Call '" + FinalAnswer.NAME + "' with one that fits.";

  /**
   * Decides about a message without calls: it is the answer, or has to be said again.
   *
   * @param end ends the turn
   */
  Command ofWords(List<Message> said, AgentUsage used, Command end) {
    Message last = beforeRemarks(said);
    if (!(last instanceof Message.Assistant) || last.metadata().containsKey(Message.SOURCE)) {
      return end;
    }
    Optional<String> misfit = answer.misfit(last.text());
    if (misfit.isEmpty()) {
      return Command.update(answer.written(last.text()).and(end.update()));
    }
    String problem = Messages.isCut(last) ? CUT_OFF : misfit.get();
    requireRepairable(used, problem);
    Message repair =
        Message.user(REPAIR.formatted(problem)).withMetadata(Message.SOURCE, FinalAnswer.NAME);
    return Command.update(
            StateUpdate.of(chat, repair)
                .with(branch, BranchNode.REPAIR)
                .with(AgentUsage.CHANNEL, used.withRepairs(1)))
        .thenGoTo(model);
  }

  /** Hooks may have said something since the model's answer. */
  private static Message beforeRemarks(List<Message> said) {
    int at = said.size() - 1;
    while (at > 0 && isRemark(said.get(at))) {
      at--;
    }
    return said.get(at);
  }

  private static boolean isRemark(Message message) {
    return message instanceof Message.Instruction
        || (!(message instanceof Message.Assistant)
            && message.metadata().containsKey(Message.SOURCE));
  }

  /** Returns what is wrong with a call that gives the answer; empty for other calls. */
  Optional<String> misfit(ToolCall call) {
    return isAnswer(call)
        ? answer.misfit(call.arguments()).map(REPAIR::formatted)
        : Optional.empty();
  }

  /**
   * Returns the first call that gives an answer that fits.
   *
   * @param used what was used before the message
   * @throws FinalAnswerException when there are only others, and too many of them
   */
  Optional<ToolCall> given(List<PlannedCall> planned, AgentUsage used) {
    List<PlannedCall> answers = planned.stream().filter(call -> isAnswer(call.asked())).toList();
    Optional<ToolCall> fitting =
        answers.stream()
            .filter(call -> call.decision().isMade())
            .map(PlannedCall::asked)
            .findFirst();
    if (!answers.isEmpty() && fitting.isEmpty()) {
      PlannedCall first = answers.get(0);
      requireRepairable(
          used, answer.misfit(first.asked().arguments()).orElse(first.decision().text()));
    }
    return fitting;
  }

  private static boolean isAnswer(ToolCall call) {
    return call.name().equals(FinalAnswer.NAME);
  }

  /** They are not counted in the chat: hooks take messages out of it. */
  private void requireRepairable(AgentUsage used, String problem) {
    if (used.repairs() >= MOST_REPAIRS) {
      throw new FinalAnswerException(answer, used.repairs(), problem);
    }
  }

  /** Returns how many answers of a message have to be given again. */
  static int repairs(List<PlannedCall> planned) {
    return (int)
        planned.stream().filter(it -> isAnswer(it.asked()) && !it.decision().isMade()).count();
  }
}
