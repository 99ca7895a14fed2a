package io.evergraph.demo.chaos;

import java.time.Duration;
import java.time.Instant;

/** Something that was killed on purpose. */
sealed interface Fault permits Fault.WorkerKill, Fault.Outage {
  /** Returns when it began, by the clock of this process, not later than the kill itself. */
  Instant at();

  /** Returns when the loss was made good, as far as that has a time of its own. */
  Instant until();

  /** Says in a few words what was killed. */
  String describe();

  /**
   * A worker that was killed.
   *
   * @param at when
   * @param process the process that was killed
   */
  record WorkerKill(Instant at, long process) implements Fault {
    @Override
    public Instant until() {
      return at;
    }

    @Override
    public String describe() {
      return "worker " + process;
    }
  }

  /**
   * A time without the Temporal server.
   *
   * @param at when it was killed
   * @param until when the next one answered
   */
  record Outage(Instant at, Instant until) implements Fault {
    Duration length() {
      return Duration.between(at, until);
    }

    @Override
    public String describe() {
      return "the server, which answered again after " + Times.seconds(length());
    }
  }
}
