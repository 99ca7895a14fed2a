package io.evergraph.agent.hook;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the model a placeholder instead of old results of tools, once a chat is long; the chat
 * itself keeps them. Immutable.
 *
 * @param tokens from how many tokens on, estimated at four characters each
 * @param keep how many of the newest results are sent as they are
 */
public record ClearToolResults(long tokens, int keep) implements AgentHook {
  /** What the model sees instead of a result. */
  public static final String PLACEHOLDER = "[cleared]";

  private static final int DEFAULT_KEEP = 3;

  public ClearToolResults {
    if (tokens < 0 || keep < 0) {
      throw new IllegalArgumentException(
          "Expected at least 0 tokens and 0 results but found %d and %d.".formatted(tokens, keep));
    }
  }

  /** Returns a hook that clears all but the last three results of chats of more tokens. */
  public static ClearToolResults over(long tokens) {
    return new ClearToolResults(tokens, DEFAULT_KEEP);
  }

  /** Returns this hook with a number of results that are sent as they are. */
  public ClearToolResults keep(int results) {
    return new ClearToolResults(tokens, results);
  }

  @Override
  public Message.Assistant aroundModel(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    return model.ask(
        TokenEstimate.of(request.messages()) > tokens
            ? request.withMessages(cleared(request.messages()))
            : request);
  }

  private List<Message> cleared(List<Message> chat) {
    long results = chat.stream().filter(Message.Tool.class::isInstance).count();
    List<Message> cleared = new ArrayList<>();
    for (Message message : chat) {
      boolean isOld = message instanceof Message.Tool && results-- > keep;
      cleared.add(isOld ? without((Message.Tool) message) : message);
    }
    return cleared;
  }

  private static Message without(Message.Tool it) {
    return new Message.Tool(it.id(), it.callId(), it.name(), PLACEHOLDER, it.outcome());
  }
}
