package io.evergraph.llm.tool;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import java.util.ArrayList;
import java.util.List;

/** Puts open calls where their results go: at the end of the chat. */
final class OpenCalls {
  private OpenCalls() {}

  /**
   * Returns a chat whose last message makes the open calls: what hooks have said after it stands
   * before it. Where other messages follow open calls, nobody makes them any more: they have
   * results then.
   */
  static List<Message> last(List<Message> chat) {
    int end = chat.size();
    while (end > 0 && isOfHook(chat.get(end - 1))) {
      end--;
    }
    if (end == 0 || !calls(chat.get(end - 1))) {
      return Messages.paired(chat);
    }
    List<Message> ordered = new ArrayList<>(chat.subList(0, end - 1));
    ordered.addAll(chat.subList(end, chat.size()));
    ordered.add(chat.get(end - 1));
    return ordered;
  }

  private static boolean isOfHook(Message message) {
    return message.metadata().containsKey(Message.SOURCE)
        && !(message instanceof Message.Tool)
        && !calls(message);
  }

  private static boolean calls(Message message) {
    return message instanceof Message.Assistant caller && !caller.toolCalls().isEmpty();
  }
}
