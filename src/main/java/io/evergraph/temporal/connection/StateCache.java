package io.evergraph.temporal.connection;

import io.evergraph.state.State;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StatePage;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The states that this process holds, one by Temporal run id and checkpoint number, found by their
 * digests only: bounded by an estimate of their bytes, the Temporal runs that were not used for
 * longest go first.
 *
 * <p>Versions of a state share their values, so a version weighs what was written to get there.
 * Safe for use by several threads.
 */
public final class StateCache {
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
   * @param weigher the bytes of a whole state
   */
  public StateCache(long maxBytes, ToLongFunction<State> weigher) {
    this.maxBytes = maxBytes;
    this.weigher = weigher;
  }

  public synchronized Optional<State> find(StateKey key) {
    return Optional.ofNullable(runs.get(key.run()))
        .map(versions -> versions.byNumber.get(key.checkpoint()))
        .filter(version -> version.digest.equals(key.digest()))
        .map(Version::state);
  }

  /**
   * Returns the nearest states that are held of a run up to a checkpoint, nearest first, whatever
   * their digests.
   */
  public synchronized Map<StatePage.Request.Held, State> nearest(String run, long checkpoint) {
    Versions versions = runs.get(run);
    Map<StatePage.Request.Held, State> nearest = new LinkedHashMap<>();
    if (versions != null) {
      versions.byNumber.headMap(checkpoint, true).descendingMap().entrySet().stream()
          .limit(CANDIDATES)
          .forEach(
              held ->
                  nearest.put(
                      new StatePage.Request.Held(held.getKey(), held.getValue().digest),
                      held.getValue().state));
    }
    return nearest;
  }

  /**
   * Keeps a state, in place of another of the same checkpoint.
   *
   * @param written the bytes that were written to get there from the one before
   */
  public synchronized void put(StateKey key, State state, long written) {
    Versions versions = runs.computeIfAbsent(key.run(), any -> new Versions());
    bytes -= versions.bytes;
    Version version = new Version(state, key.digest(), written + VERSION_OVERHEAD);
    versions.put(key.checkpoint(), version, weigher);
    bytes += versions.bytes;
    evict(key.run());
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

  public synchronized long bytes() {
    return bytes;
  }

  public synchronized void clear() {
    runs.clear();
    bytes = 0;
  }

  private record Version(State state, String digest, long written) {}

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
      bytes = weigher.applyAsLong(byNumber.firstEntry().getValue().state) + written;
      trusted = 2 * bytes;
    }
  }
}
