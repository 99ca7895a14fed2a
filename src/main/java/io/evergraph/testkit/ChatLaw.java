package io.evergraph.testkit;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What providers ask of a chat: each call of a message has exactly one result, before anything else
 * is said, and no result is without its call.
 */
final class ChatLaw {
  private final List<ToolCall> open = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private ChatLaw() {}

  /** Returns what is wrong with a chat; empty where nothing is. */
  static List<String> faults(List<Message> chat) {
    ChatLaw law = new ChatLaw();
    chat.forEach(law::read);
    law.close("the end of the chat");
    return law.faults;
  }

  private void read(Message message) {
    if (message instanceof Message.Tool result) {
      take(result);
      return;
    }
    close("the message '" + message.text() + "'");
    if (message instanceof Message.Assistant caller) {
      open.addAll(caller.toolCalls());
    }
  }

  private void take(Message.Tool result) {
    Optional<ToolCall> call =
        open.stream().filter(any -> any.id().equals(result.callId())).findFirst();
    call.ifPresentOrElse(
        open::remove,
        () ->
            faults.add(
                "the result '"
                    + result.text()
                    + "' of call "
                    + result.callId()
                    + " has no open call before it"));
  }

  private void close(String next) {
    open.forEach(
        call ->
            faults.add(
                "call " + call.id() + " of " + call.name() + " has no result before " + next));
    open.clear();
  }
}
