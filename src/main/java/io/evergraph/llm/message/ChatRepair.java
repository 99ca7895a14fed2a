package io.evergraph.llm.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a chat one that providers take: each call of a message has exactly one result, right after
 * the message, and no result is without its call. Calls stay open where a run was cancelled or a
 * task was skipped by hand.
 */
public final class ChatRepair {
  private static final String OPEN = "This call was not made: the run stopped before it.";

  private final List<Message> repaired = new ArrayList<>();
  private final List<ToolCall> open = new ArrayList<>();

  private ChatRepair() {}

  /** Returns the messages, with results where calls have none and without those of no call. */
  public static List<Message> repaired(List<Message> chat) {
    ChatRepair repair = new ChatRepair();
    chat.forEach(repair::add);
    repair.close();
    return repair.repaired;
  }

  private void add(Message message) {
    if (message instanceof Message.Tool result) {
      take(result);
    } else {
      close();
      repaired.add(message);
      if (message instanceof Message.Assistant caller) {
        open.addAll(caller.toolCalls());
      }
    }
  }

  /** Ids are not always unique: a result is for the first open call of its id. */
  private void take(Message.Tool result) {
    open.stream()
        .filter(call -> call.id().equals(result.callId()))
        .findFirst()
        .ifPresent(
            call -> {
              open.remove(call);
              repaired.add(result);
            });
  }

  private void close() {
    open.forEach(call -> repaired.add(Message.failure(call, OPEN)));
    open.clear();
  }
}
