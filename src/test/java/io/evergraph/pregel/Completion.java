package io.evergraph.pregel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which of the running tasks finish next; they are settled together. */
@FunctionalInterface
public interface Completion {
  /** All tasks finish at the same moment. */
  Completion TOGETHER = List::copyOf;

  /** One task finishes after the other, the first in task order first. */
  Completion FORWARDS = running -> running.subList(0, 1);

  /** One task finishes after the other, the last in task order first. */
  Completion BACKWARDS = running -> running.subList(running.size() - 1, running.size());

  /** Chooses some of the running tasks, at least one. */
  List<Task> finishing(List<Task> running);

  /** Returns a completion of random groups in random order, the same for the same seed. */
  static Completion random(long seed) {
    Random random = new Random(seed);
    return running -> {
      List<Task> shuffled = new ArrayList<>(running);
      Collections.shuffle(shuffled, random);
      return shuffled.subList(0, 1 + random.nextInt(shuffled.size()));
    };
  }
}
