package io.evergraph.runtime.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Counts what may be done: so often in a window of time, and so much at once. Safe for use by
 * several threads and, where the back-end is shared, processes: together they stay within the
 * limits.
 *
 * <p>Every call throws {@link io.evergraph.error.StoreUnavailableException} when the back-end
 * cannot be reached.
 */
public interface AdmissionLimits {
  /**
   * A place that holds so many at once.
   *
   * @param most how many holders it has room for
   */
  record Place(String name, int most) {}

  /** Returns what this is called: {@code memory}, {@code jdbc}, {@code redis} … */
  String kind();

  /**
   * Takes one of a budget. Windows follow each other without gaps from the first call on; each
   * begins with the whole budget.
   *
   * @param key whose budget it is
   * @param most how many there are in a window
   * @return empty when one was taken; else how long it is until the next window
   */
  Optional<Duration> take(String key, int most, Duration window);

  /**
   * Enters places: all of them, or none. A holder that is in a place already keeps it.
   *
   * @param holder who enters
   * @param expiry how long the places are held unless they are renewed, so that a killed process
   *     gives them back
   * @return empty when the holder is in; else the first place that is full
   */
  Optional<Place> enter(String holder, List<Place> places, Duration expiry);

  /** Holds the places of holders for longer, from now. */
  void renew(Collection<String> holders, Duration expiry);

  /** Gives back all places of a holder. */
  void leave(String holder);
}
