package io.evergraph.llm.message;

import io.evergraph.graph.ContentHash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The ids of calls in a chat that is sent to a provider: some send calls without one, and others
 * refuse those. The chat itself keeps what was said.
 */
public final class CallIds {
  /** The ids that calls without one were given, whose results are still to come. */
  private final Queue<String> open = new ArrayDeque<>();

  private CallIds() {}

  /**
   * Returns the messages, in which each call without an id has one, and its result the same: the
   * same ids for the same chat.
   *
   * @param paired a chat in which each call has its result ({@link ChatRepair})
   */
  public static List<Message> given(List<Message> paired) {
    CallIds ids = new CallIds();
    List<Message> given = new ArrayList<>();
    for (Message message : paired) {
      int place = given.size();
      given.add(
          message.match(
              user -> user,
              instruction -> instruction,
              caller -> ids.given(caller, place),
              ids::given));
    }
    return given;
  }

  private Message given(Message.Assistant caller, int place) {
    if (caller.toolCalls().stream().noneMatch(call -> call.id().isBlank())) {
      return caller;
    }
    List<ToolCall> calls = new ArrayList<>();
    for (ToolCall call : caller.toolCalls()) {
      calls.add(call.id().isBlank() ? given(call, caller.id(), place, calls.size()) : call);
    }
    return caller.withToolCalls(calls);
  }

  private ToolCall given(ToolCall call, String caller, int place, int index) {
    String id = "call_" + ContentHash.hex(caller.isEmpty() ? "" + place : caller, index);
    open.add(id);
    return new ToolCall(id, call.name(), call.arguments());
  }

  private Message given(Message.Tool result) {
    return result.callId().isBlank() && !open.isEmpty() ? result.withCallId(open.remove()) : result;
  }
}
