package io.evergraph.demo.airline;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a replay service answered, by conversation, in the order of its answers; safe to read while
 * it works.
 *
 * <p>Only answers count, not refusals. A call that is retried is there twice.
 */
public final class ReplayJournal {

  /**
   * One answer of the model.
   *
   * @param conversation the id of the conversation
   * @param position where the answer stands in the conversation, not counting system messages
   * @param streamed whether it was sent in pieces
   */
  public record ModelCall(String conversation, int position, boolean streamed) {

    /** Keeps the parts as they are. */
    public ModelCall {
      requireNonNull(conversation, "conversation");
    }
  }

  /**
   * One result of a tool.
   *
   * @param conversation the id of the conversation
   * @param position where the result stands in the conversation, not counting system messages
   * @param tool the name of the tool
   * @param arguments the arguments as they came, JSON text
   * @param idempotencyKey the header {@code Idempotency-Key} of the request, or null where it had
   *     none
   */
  public record ToolCall(
      String conversation,
      int position,
      String tool,
      String arguments,
      @Nullable String idempotencyKey) {

    /** Keeps the parts as they are. */
    public ToolCall {
      requireNonNull(conversation, "conversation");
      requireNonNull(tool, "tool");
      requireNonNull(arguments, "arguments");
    }
  }

  private final Map<String, Queue<ModelCall>> modelCalls = new ConcurrentHashMap<>();
  private final Map<String, Queue<ToolCall>> toolCalls = new ConcurrentHashMap<>();

  ReplayJournal() {}

  void add(ModelCall call) {
    modelCalls.computeIfAbsent(call.conversation(), id -> new ConcurrentLinkedQueue<>()).add(call);
  }

  void add(ToolCall call) {
    toolCalls.computeIfAbsent(call.conversation(), id -> new ConcurrentLinkedQueue<>()).add(call);
  }

  /**
   * Lists the answers of the model in one conversation.
   *
   * @param conversation the id of the conversation
   * @return a copy, in the order of the answers; empty if there were none or the conversation is
   *     unknown
   */
  public List<ModelCall> modelCalls(String conversation) {
    return List.copyOf(modelCalls.getOrDefault(conversation, new ConcurrentLinkedQueue<>()));
  }

  /**
   * Lists the tool results that were given in one conversation.
   *
   * @param conversation the id of the conversation
   * @return a copy, in the order of the results; empty if there were none or the conversation is
   *     unknown
   */
  public List<ToolCall> toolCalls(String conversation) {
    return List.copyOf(toolCalls.getOrDefault(conversation, new ConcurrentLinkedQueue<>()));
  }
}
