package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Prose;
import java.util.List;

/**
 * The steps, with the texts that the measured agent has.
 *
 * @param turns how often the model calls its tool
 */
record StepsByHand(int turns) implements Steps {
  private static final int MESSAGE_LENGTH = 500;

  static final String DONE = "done";
  static final ChatMessage QUESTION = new ChatMessage("user", Prose.of(-1, MESSAGE_LENGTH), null);

  @Override
  public int countOn(int count) {
    return count + 1;
  }

  @Override
  public void begin() {}

  @Override
  public int work(int item) {
    return item;
  }

  @Override
  public int count(List<Integer> items) {
    return items.size();
  }

  @Override
  public ChatMessage ask(List<ChatMessage> chat) {
    int made = (chat.size() - 1) / 2;
    return made < turns
        ? new ChatMessage("assistant", Prose.of(made, MESSAGE_LENGTH), "call-" + made)
        : new ChatMessage("assistant", DONE, null);
  }

  @Override
  public String question() {
    return "Go on?";
  }

  @Override
  public String decide(String answer) {
    return answer;
  }

  @Override
  public ChatMessage look(String call) {
    return new ChatMessage("tool", Prose.of(call.hashCode(), MESSAGE_LENGTH), call);
  }
}
