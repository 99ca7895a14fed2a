package io.evergraph.llm.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a chat one that providers take: each call of a message has exactly one result, right after
 * the message, and no result is without its call. Calls stay open where a run was cancelled or a
 * task was skipped by hand.
 */
public final class ChatRepair {
  private static final String NOT_MADE = "This call was not made: the run stopped before it.";

  /** A call may have been made, and its result be lost with the run. */
  private static final String UNKNOWN =
      "The result of this call is not known: the run stopped before it was there. The call may have been made; check that before you call again.";

  private final List<Message> repaired = new ArrayList<>();
  private final List<ToolCall> open = new ArrayList<>();
  private final String told;

  private ChatRepair(String told) {
    this.told = told;
  }

  /** Returns the messages, with results where calls have none and without those of no call. */
  public static List<Message> repaired(List<Message> chat) {
    return repaired(chat, UNKNOWN);
  }

  /** Returns the same of a chat whose open calls nobody has made. */
  static List<Message> closed(List<Message> chat) {
    return repaired(chat, NOT_MADE);
  }

  private static List<Message> repaired(List<Message> chat, String told) {
    ChatRepair repair = new ChatRepair(told);
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
    for (ToolCall call : open) {
      if (call.id().equals(result.callId())) {
        open.remove(call);
        repaired.add(result);
        return;
      }
    }
  }

  private void close() {
    open.forEach(call -> repaired.add(Message.failure(call, told)));
    open.clear();
  }
}
