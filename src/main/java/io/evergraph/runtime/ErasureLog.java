package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.runtime.ErasureReport.Entry;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.ErasureReport.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Notes what an erasure does, place by place; a place that fails does not end it. */
public final class ErasureLog {
  private final boolean dryRun;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * Makes a log.
   *
   * @param dryRun whether nothing may be removed
   */
  public ErasureLog(boolean dryRun) {
    this.dryRun = dryRun;
  }

  /** Returns whether nothing may be removed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /**
   * Removes something and notes how much, or that its place cannot be reached.
   *
   * @return whether the place was reached
   */
  public boolean remove(Place place, String subject, IntSupplier removal) {
    try {
      note(place, subject, Outcome.REMOVED, removal.getAsInt(), "");
      return true;
    } catch (GraphException failure) {
      unreached(place, subject, failure);
      return false;
    }
  }

  /** Notes that something stays, because only it tells what could not be removed. */
  public void stays(Place place, ThreadId thread) {
    note(place, thread.value(), Outcome.UNREACHED, 0, "It stays, to find the rest again.");
  }

  /** Notes that a place cannot be reached. */
  public void unreached(Place place, String subject, GraphException failure) {
    note(place, subject, Outcome.UNREACHED, 0, String.valueOf(failure.getMessage()));
  }

  /** Returns whether a place could not be reached where something is looked for. */
  boolean isUnreached(String subject) {
    return entries.stream()
        .anyMatch(it -> it.subject().equals(subject) && it.outcome() == Outcome.UNREACHED);
  }

  /** Notes what became of something. */
  public void note(Place place, String subject, Outcome outcome, int count, String reason) {
    entries.add(new Entry(place, subject, outcome, count, reason));
  }

  /** Returns what was noted. */
  public ErasureReport report(List<ThreadId> threads) {
    return new ErasureReport(dryRun, threads, entries);
  }
}
