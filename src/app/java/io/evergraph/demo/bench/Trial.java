package io.evergraph.demo.bench;

import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.HistorySize;
import java.util.Optional;

/** A workload in the hands of something that runs it: what is measured, again and again. */
public interface Trial {
  /** Returns the name of what runs it. */
  String engine();

  /** Returns the name of the workload, the same for every engine. */
  String workload();

  /** Returns the unit of its figures. */
  Workload.Metric metric();

  /**
   * Runs it once.
   *
   * @throws WrongResultException when it ends otherwise than it must
   */
  Sample once();

  /** Returns the history of a thread that was run; empty where none is kept. */
  Optional<HistorySize> history(ThreadId thread);
}
