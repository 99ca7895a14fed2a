package io.evergraph.demo.chaos;

import java.time.Duration;
import java.time.Instant;

sealed interface Fault permits Fault.WorkerKill, Fault.Outage, Fault.StoreOutage {
  /** When it began, by the clock of this process: not later than the kill itself. */
  Instant at();

  Instant until();

  String describe();

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

  /** A time without a store, which explains nothing: what needs no store must not notice. */
  record StoreOutage(String store, Instant at, Instant until) implements Fault {
    Duration length() {
      return Duration.between(at, until);
    }

    @Override
    public String describe() {
      return store + ", which answered again after " + Times.seconds(length());
    }
  }

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
