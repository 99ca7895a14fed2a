package io.evergraph.demo.chaos;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * What is done, and how much of it. The same seed kills in the same order after the same pauses.
 *
 * @param workers how many worker processes there are
 * @param concurrency how many conversations run at once
 * @param seed what victims, pauses and the times of answers are drawn from
 * @param killEvery how long a worker is left alone on average; zero kills none
 * @param workerKills how many workers are killed at most
 * @param serverKills how often the Temporal server is killed
 * @param longestAnswer how long model and tools take at most
 * @param timeLimit when everything is stopped and what still runs has failed
 */
public record ChaosPlan(
    int workers,
    int concurrency,
    long seed,
    Duration killEvery,
    int workerKills,
    int serverKills,
    Duration longestAnswer,
    Duration timeLimit) {

  /** Checks the numbers. */
  public ChaosPlan {
    atLeast(1, workers, "the number of workers");
    atLeast(1, concurrency, "the concurrency");
    atLeast(0, workerKills, "the most kills of workers");
    atLeast(0, serverKills, "the number of kills of the server");
    notNegative(killEvery, "the time between two kills");
    notNegative(longestAnswer, "the longest time of an answer");
    notNegative(timeLimit, "the time limit");
    boolean tamesNothing = serverKills == 0 && (killEvery.isZero() || workerKills == 0);
    if (tamesNothing) {
      throw new InvalidInputException("chaos", "something to be killed", "nothing");
    }
  }

  /** Returns a builder that holds the defaults. */
  public static Builder builder() {
    return new Builder();
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

  /** Collects a plan. */
  public static final class Builder {
    private int workers = 3;
    private int concurrency = 16;
    private long seed = 1;
    private Duration killEvery = Duration.ofSeconds(5);
    private int workerKills = Integer.MAX_VALUE;
    private int serverKills = 5;
    private Duration longestAnswer = Duration.ofMillis(500);
    private Duration timeLimit = Duration.ofMinutes(20);

    private Builder() {}

    /** Sets how many worker processes there are, 3 by default. */
    public Builder workers(int number) {
      this.workers = number;
      return this;
    }

    /** Sets how many conversations run at once, 16 by default. */
    public Builder concurrency(int number) {
      this.concurrency = number;
      return this;
    }

    /** Sets what everything random is drawn from, 1 by default. */
    public Builder seed(long number) {
      this.seed = number;
      return this;
    }

    /** Sets the time between two kills of workers on average, 5 s by default; zero kills none. */
    public Builder killEvery(Duration mean) {
      this.killEvery = mean;
      return this;
    }

    /** Sets how many workers are killed at most; no limit by default. */
    public Builder workerKills(int most) {
      this.workerKills = most;
      return this;
    }

    /** Sets how often the Temporal server is killed, 5 times by default. */
    public Builder serverKills(int number) {
      this.serverKills = number;
      return this;
    }

    /** Sets how long model and tools take at most, 500 ms by default. */
    public Builder longestAnswer(Duration longest) {
      this.longestAnswer = longest;
      return this;
    }

    /** Sets when everything is stopped, 20 minutes by default. */
    public Builder timeLimit(Duration limit) {
      this.timeLimit = limit;
      return this;
    }

    /** Returns the plan. */
    public ChaosPlan build() {
      return new ChaosPlan(
          workers,
          concurrency,
          seed,
          killEvery,
          workerKills,
          serverKills,
          longestAnswer,
          timeLimit);
    }
  }
}
