package io.evergraph.temporal;

import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The states that this process holds, by Temporal run id and checkpoint number: bounded by an
 * estimate of their bytes, the runs that were not used for longest go first.
 *
 * <p>Versions of a state share their values, so a version weighs what was written to get there.
 * Safe for use by several threads.
 */
final class StateCache {
  private static final int VERSIONS_PER_RUN = 64;
  private static final long VERSION_OVERHEAD = 256;
  private static final int CANDIDATES = 4;

  private final long maxBytes;
  private final ToLongFunction<State> weigher;
  private final LinkedHashMap<String, Versions> runs = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Makes an empty cache.
   *
   * @param maxBytes how many bytes it may hold
   * @param weigher the bytes of a whole state
   */
  StateCache(long maxBytes, ToLongFunction<State> weigher) {
    this.maxBytes = maxBytes;
    this.weigher = weigher;
  }

  /** Returns a state, if it is held. */
  synchronized Optional<State> find(String run, long checkpoint) {
    return Optional.ofNullable(runs.get(run))
        .map(versions -> versions.byNumber.get(checkpoint))
        .map(Version::state);
  }

  /** Returns the numbers of the nearest states of a frame that are held before a checkpoint. */
  synchronized List<Long> before(String run, long checkpoint) {
    Versions versions = runs.get(run);
    if (versions == null) {
      return List.of();
    }
    List<Long> numbers =
        new ArrayList<>(versions.byNumber.headMap(checkpoint, false).descendingKeySet());
    return List.copyOf(numbers.subList(0, Math.min(CANDIDATES, numbers.size())));
  }

  /**
   * Keeps a state.
   *
   * @param written the bytes that were written to get there from the one before
   */
  synchronized void put(String run, long checkpoint, State state, long written) {
    Versions versions = runs.computeIfAbsent(run, any -> new Versions());
    bytes -= versions.bytes;
    versions.put(checkpoint, new Version(state, written + VERSION_OVERHEAD), weigher);
    bytes += versions.bytes;
    evict(run);
  }

  private void evict(String newest) {
    Iterator<Map.Entry<String, Versions>> oldestFirst = runs.entrySet().iterator();
    while (bytes > maxBytes && oldestFirst.hasNext()) {
      Map.Entry<String, Versions> oldest = oldestFirst.next();
      if (!oldest.getKey().equals(newest)) {
        bytes -= oldest.getValue().bytes;
        oldestFirst.remove();
      }
    }
  }

  /** Returns the estimate of the bytes that are held. */
  synchronized long bytes() {
    return bytes;
  }

  /** Forgets everything. */
  synchronized void clear() {
    runs.clear();
    bytes = 0;
  }

  private record Version(State state, long written) {}

  /** The states of one run. */
  private static final class Versions {
    private final NavigableMap<Long, Version> byNumber = new TreeMap<>();
    private long bytes;
    private long trusted = 1_000_000;

    void put(long checkpoint, Version version, ToLongFunction<State> weigher) {
      if (byNumber.put(checkpoint, version) == null) {
        bytes += version.written;
      }
      while (byNumber.size() > VERSIONS_PER_RUN) {
        byNumber.pollFirstEntry();
      }
      if (bytes > trusted) {
        weigh(weigher);
      }
    }

    /** What was replaced or dropped still counts in the running sum: weighs anew at times. */
    private void weigh(ToLongFunction<State> weigher) {
      long written = byNumber.values().stream().mapToLong(Version::written).sum();
      bytes = weigher.applyAsLong(byNumber.firstEntry().getValue().state()) + written;
      trusted = 2 * bytes;
    }
  }
}
