package io.evergraph.demo.chaos;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * What is done, and how much of it. The same seed kills in the same order after the same pauses.
 *
 * @param killEvery how long a worker is left alone on average; zero kills none
 * @param workerKills how many workers are killed at most
 * @param storeKills how often a store is killed, PostgreSQL and Redis in turns
 * @param longestAnswer how long model and tools take at most
 */
public record ChaosPlan(
    int workers,
    int concurrency,
    long seed,
    Duration killEvery,
    int workerKills,
    int serverKills,
    int storeKills,
    Duration longestAnswer,
    Duration timeLimit) {

  public ChaosPlan {
    atLeast(1, workers, "the number of workers");
    atLeast(1, concurrency, "the concurrency");
    atLeast(0, workerKills, "the most kills of workers");
    atLeast(0, serverKills, "the number of kills of the server");
    atLeast(0, storeKills, "the number of kills of stores");
    notNegative(killEvery, "the time between two kills");
    notNegative(longestAnswer, "the longest time of an answer");
    notNegative(timeLimit, "the time limit");
    boolean killsNothing = serverKills == 0 && (killEvery.isZero() || workerKills == 0);
    if (killsNothing) {
      throw new InvalidInputException("chaos", "something to be killed", "nothing");
    }
  }

  boolean killsAnotherWorker(int killed) {
    return !killEvery.isZero() && killed < workerKills;
  }

  private static void atLeast(int least, int found, String what) {
    if (found < least) {
      throw new InvalidInputException(what, least + " or more", String.valueOf(found));
    }
  }

  private static void notNegative(Duration found, String what) {
    if (found.isNegative()) {
      throw new InvalidInputException(what, "zero or more", String.valueOf(found));
    }
  }
}
