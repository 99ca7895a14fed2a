package io.evergraph.demo.airline;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
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
   * Where a call came from.
   *
   * @param at when it arrived, by the clock of the service
   * @param process the header {@code Process-Id} of the request: the process that called; null
   *     where it had none
   * @param idempotencyKey the header {@code Idempotency-Key} of the request, or null where it had
   *     none
   */
  public record Origin(Instant at, @Nullable Long process, @Nullable String idempotencyKey) {
    /** Keeps the parts as they are. */
    public Origin {
      requireNonNull(at, "at");
    }
  }

  /** A call that was answered. */
  public sealed interface Call permits ModelCall, ToolCall {
    /** Returns the id of the conversation. */
    String conversation();

    /** Returns where the answer stands in the conversation, not counting system messages. */
    int position();

    /** Returns where the call came from. */
    Origin origin();

    /** Returns what was called: {@code model}, or the name of the tool. */
    String callee();
  }

  /**
   * One answer of the model.
   *
   * @param conversation the id of the conversation
   * @param position where the answer stands in the conversation, not counting system messages
   * @param streamed whether it was sent in pieces
   * @param origin where the call came from
   */
  public record ModelCall(String conversation, int position, boolean streamed, Origin origin)
      implements Call {

    /** Keeps the parts as they are. */
    public ModelCall {
      requireNonNull(conversation, "conversation");
      requireNonNull(origin, "origin");
    }

    @Override
    public String callee() {
      return "model";
    }
  }

  /**
   * One result of a tool.
   *
   * @param conversation the id of the conversation
   * @param position where the result stands in the conversation, not counting system messages
   * @param tool the name of the tool
   * @param arguments the arguments as they came, JSON text
   * @param origin where the call came from
   */
  public record ToolCall(
      String conversation, int position, String tool, String arguments, Origin origin)
      implements Call {

    /** Keeps the parts as they are. */
    public ToolCall {
      requireNonNull(conversation, "conversation");
      requireNonNull(tool, "tool");
      requireNonNull(arguments, "arguments");
      requireNonNull(origin, "origin");
    }

    /** Returns the key that the call was made with, or null where it had none. */
    public @Nullable String idempotencyKey() {
      return origin.idempotencyKey();
    }

    @Override
    public String callee() {
      return tool;
    }
  }

  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Map<String, Queue<ModelCall>> modelCalls = new ConcurrentHashMap<>();
  private final Map<String, Queue<ToolCall>> toolCalls = new ConcurrentHashMap<>();

  ReplayJournal() {}

  void add(ModelCall call) {
    calls.add(call);
    modelCalls.computeIfAbsent(call.conversation(), id -> new ConcurrentLinkedQueue<>()).add(call);
  }

  void add(ToolCall call) {
    calls.add(call);
    toolCalls.computeIfAbsent(call.conversation(), id -> new ConcurrentLinkedQueue<>()).add(call);
  }

  /** Lists all calls that were answered, in the order of the answers; a copy. */
  public List<Call> calls() {
    return List.copyOf(calls);
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
