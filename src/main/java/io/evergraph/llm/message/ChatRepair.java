package io.evergraph.llm.message;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

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

  private final List<Message> chat;

  /** The results of each caller, by its place in the chat. */
  private final Map<Integer, List<Message>> results = new HashMap<>();

  /** The calls without a result of each caller, by its place; the later caller first. */
  private final NavigableMap<Integer, List<ToolCall>> open =
      new TreeMap<>(Comparator.reverseOrder());

  private ChatRepair(List<Message> chat) {
    this.chat = chat;
    for (int place = 0; place < chat.size(); place++) {
      if (chat.get(place) instanceof Message.Tool result) {
        take(result);
      } else if (chat.get(place) instanceof Message.Assistant caller) {
        open.put(place, new ArrayList<>(caller.toolCalls()));
      }
    }
  }

  /**
   * Returns the messages, with results where calls have none and without those of no call; the same
   * list where all pair.
   */
  public static List<Message> repaired(List<Message> chat) {
    return repaired(chat, UNKNOWN);
  }

  /** Returns the same of a chat whose open calls nobody has made. */
  static List<Message> closed(List<Message> chat) {
    return repaired(chat, NOT_MADE);
  }

  private static List<Message> repaired(List<Message> chat, String told) {
    return isPaired(chat) ? chat : new ChatRepair(chat).paired(told);
  }

  /** Most chats are; to look costs less than to pair. */
  private static boolean isPaired(List<Message> chat) {
    List<String> open = new ArrayList<>();
    for (Message message : chat) {
      if (message instanceof Message.Tool result) {
        if (!open.remove(result.callId())) {
          return false;
        }
      } else if (!open.isEmpty()) {
        return false;
      } else if (message instanceof Message.Assistant caller) {
        caller.toolCalls().forEach(call -> open.add(call.id()));
      }
    }
    return open.isEmpty();
  }

  /**
   * Ids are not always unique: a result is for the first open call of its id in the nearest message
   * before it. Others may have spoken between the two, as where an answer brings a message.
   */
  private void take(Message.Tool result) {
    for (Map.Entry<Integer, List<ToolCall>> caller : open.entrySet()) {
      for (ToolCall call : caller.getValue()) {
        if (call.id().equals(result.callId())) {
          caller.getValue().remove(call);
          results.computeIfAbsent(caller.getKey(), place -> new ArrayList<>()).add(result);
          return;
        }
      }
    }
  }

  private List<Message> paired(String told) {
    List<Message> paired = new ArrayList<>();
    for (int place = 0; place < chat.size(); place++) {
      if (!(chat.get(place) instanceof Message.Tool)) {
        paired.add(chat.get(place));
        paired.addAll(results.getOrDefault(place, List.of()));
        open.getOrDefault(place, List.of())
            .forEach(call -> paired.add(Message.failure(call, told)));
      }
    }
    return paired;
  }
}
