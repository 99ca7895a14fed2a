package io.evergraph.bench.floor;

import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The steps of the hand-written workflows: what the nodes of the measured graphs do. */
@ActivityInterface
public interface Steps {
  /** Counts on. */
  int countOn(int count);

  /** Does nothing: what comes before a fan-out. */
  void begin();

  /** Returns the item that it was given. */
  int work(int item);

  /** Counts the items. */
  int count(List<Integer> items);

  /** Says what comes next in a chat: a call of the tool, or that it is done. */
  ChatMessage ask(List<ChatMessage> chat);

  /** Words the question for somebody. */
  String question();

  /** Does what was decided. */
  String decide(String answer);

  /** Runs the tool. */
  ChatMessage look(String call);
}
