package io.evergraph.demo.airline;

import java.time.Instant;
import java.util.List;
import java.util.Queue;
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
   * @param process the header {@code Process-Id} of the request: the process that called; null
   *     where it had none
   * @param idempotencyKey the header {@code Idempotency-Key} of the request, or null where it had
   *     none
   */
  public record Origin(Instant at, @Nullable Long process, @Nullable String idempotencyKey) {}

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

  /** One answer of the model. */
  public record ModelCall(String conversation, int position, boolean streamed, Origin origin)
      implements Call {
    @Override
    public String callee() {
      return "model";
    }
  }

  /** One result of a tool. */
  public record ToolCall(
      String conversation, int position, String tool, String arguments, Origin origin)
      implements Call {
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

  ReplayJournal() {}

  void add(Call call) {
    calls.add(call);
  }

  /** Returns a copy of all calls that were answered, in the order of the answers. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Returns the answers of the model in a conversation; none where it is unknown. */
  public List<ModelCall> modelCalls(String conversation) {
    return calls(conversation, ModelCall.class);
  }

  /** Returns the results of tools in a conversation; none where it is unknown. */
  public List<ToolCall> toolCalls(String conversation) {
    return calls(conversation, ToolCall.class);
  }

  private <C extends Call> List<C> calls(String conversation, Class<C> kind) {
    return calls.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(call -> call.conversation().equals(conversation))
        .toList();
  }
}
