package io.evergraph.agent.hook;

import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts a summary in place of the older messages of a long chat, before the model is asked: {@code
 * [summary, first user message, user message of this turn, newest messages]}. Instructions stay,
 * and calls are never torn from their results. Immutable.
 *
 * <p>The summary is a user message with {@code source: summary}. It is written by a model in a node
 * of its own; where that fails, the run parks and the chat is as it was.
 *
 * @param model writes the summary
 * @param overTokens from how many tokens on, estimated at four characters each; 0 for any number
 * @param overMessages from how many messages on; 0 for any number
 * @param keep how many of the newest messages stay; more where a call would be torn from its
 *     results
 */
public record Summary(ModelSource model, long overTokens, int overMessages, int keep)
    implements AgentHook {
  private static final String NAME = "summary";
  private static final long DEFAULT_TOKENS = 100_000;
  private static final int DEFAULT_KEEP = 20;

  private static final String INSTRUCTION =
      "Summarize this conversation between a user and an assistant for the assistant that goes on"
          + " with it. Keep names, numbers, decisions, results of tools and what is still to do."
          + " Answer with the summary only.";

  public Summary {
    Objects.requireNonNull(model, "model");
    if (keep < 1 || overTokens < 0 || overMessages < 0 || overTokens + overMessages == 0) {
      throw new IllegalArgumentException(
          "Expected a number of tokens or messages above 0 and at least one message to keep but found %d, %d and %d."
              .formatted(overTokens, overMessages, keep));
    }
  }

  /** Returns a summary of chats over 100,000 tokens, which keeps 20 messages. */
  public static Summary with(ModelSource model) {
    return new Summary(model, DEFAULT_TOKENS, 0, DEFAULT_KEEP);
  }

  /** Returns this summary for chats of more tokens than this. */
  public Summary whenOverTokens(long tokens) {
    return new Summary(model, tokens, 0, keep);
  }

  /** Returns this summary for chats of more messages than this. */
  public Summary whenOverMessages(int messages) {
    return new Summary(model, 0, messages, keep);
  }

  /** Returns this summary with a number of messages that stay. */
  public Summary keep(int messages) {
    return new Summary(model, overTokens, overMessages, messages);
  }

  @Override
  public Placement placement() {
    return Placement.NODE;
  }

  @Override
  public NodePolicy policy() {
    return ModelNode.POLICY;
  }

  @Override
  public HookResult beforeModel(HookContext context) {
    List<Message> chat = Messages.paired(context.messages());
    if (!isLong(chat)) {
      return HookResult.goOn();
    }
    Set<Message> kept = kept(chat);
    List<Message> told =
        chat.subList(0, cut(chat)).stream().filter(it -> !kept.contains(it)).toList();
    if (told.stream().allMatch(Summary::isSummary)) {
      return HookResult.goOn();
    }
    String text = told.stream().map(Summary::line).collect(Collectors.joining("\n"));
    return context
        .sideCall(model, INSTRUCTION, text)
        .filter(it -> Limits.isStop(it) || !it.text().isBlank()) // nothing would stay
        .map(it -> Limits.isStop(it) ? ended(it, context) : summarized(chat, it, context))
        .orElseGet(HookResult::goOn); // the call of the model, which follows, reacts to the limit
  }

  private static HookResult ended(Message stop, HookContext context) {
    return HookResult.write(StateUpdate.of(context.chat(), stop)).jumpTo(Jump.END);
  }

  private HookResult summarized(List<Message> chat, Message answer, HookContext context) {
    List<Message> older = chat.subList(0, cut(chat));
    Set<Message> kept = kept(chat);
    List<Message> shorter = new ArrayList<>();
    older.stream().filter(Message.Instruction.class::isInstance).forEach(shorter::add);
    shorter.add(
        Message.user("Summary of what was said before:\n" + answer.text())
            .withMetadata(Message.SOURCE, NAME)
            .withId(ContentHash.uuid(context.idempotencyKey(), NAME)));
    older.stream()
        .filter(it -> kept.contains(it) && it instanceof Message.User)
        .forEach(shorter::add);
    shorter.addAll(chat.subList(older.size(), chat.size()));
    return HookResult.write(StateUpdate.overwrite(context.chat(), shorter));
  }

  private boolean isLong(List<Message> chat) {
    return (overMessages > 0 && chat.size() > overMessages)
        || (overTokens > 0 && TokenEstimate.of(chat) > overTokens);
  }

  /** Results stay with the message that called. */
  private int cut(List<Message> chat) {
    int cut = Math.max(0, chat.size() - keep);
    while (cut > 0 && chat.get(cut) instanceof Message.Tool) {
      cut--;
    }
    return cut;
  }

  /** Returns the instructions, what the user said first, and what began the turn in progress. */
  private static Set<Message> kept(List<Message> chat) {
    List<Message> users = chat.stream().filter(Messages::isOfUser).toList();
    Set<Message> kept = new LinkedHashSet<>();
    chat.stream().filter(Message.Instruction.class::isInstance).forEach(kept::add);
    if (!users.isEmpty()) {
      kept.add(users.get(0));
      kept.add(users.get(users.size() - 1));
    }
    return kept;
  }

  private static boolean isSummary(Message message) {
    return NAME.equals(message.metadata().get(Message.SOURCE));
  }

  private static String line(Message message) {
    return message.match(
        user -> "user: " + user.text(),
        instruction -> "instruction: " + instruction.text(),
        assistant ->
            "assistant: "
                + assistant.text()
                + assistant.toolCalls().stream()
                    .map(call -> " [calls " + call.name() + " " + call.arguments() + "]")
                    .collect(Collectors.joining()),
        result -> "result of " + result.name() + ": " + result.text());
  }
}
