package io.evergraph.bench.floor;

import java.util.UUID;

/**
 * The task queues of a pair of workers. Their names stand in two events of every step: they are as
 * short as those that people give.
 *
 * @param suffix what they share
 */
record Queues(String suffix) {
  private static final int SHORT = 6;

  static Queues fresh() {
    return new Queues(UUID.randomUUID().toString().substring(0, SHORT));
  }

  String graphs() {
    return "graph-" + suffix;
  }

  String byHand() {
    return "floor-" + suffix;
  }
}
