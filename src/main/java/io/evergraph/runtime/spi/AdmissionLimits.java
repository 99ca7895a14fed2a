package io.evergraph.runtime.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

  /**
   * Who wants to enter places: all of them, or none.
   *
   * @param rank who goes first of those who wait for the same place: low ranks before high ones,
   *     then who waited first
   */
  record Entrant(String holder, int rank, List<Place> places) {}

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
   * Admits entrants, one after the other. A place is full for an entrant when the holders in it and
   * those that wait for it and go first reach {@link Place#most}. A holder that is in a place
   * already keeps it.
   *
   * @param entrants in their order: by rank, then as they came
   * @param expiry how long the places are held unless they are renewed, so that a killed process
   *     gives them back
   * @param patience how long a refused entrant keeps its turn for the full place without asking
   *     again, so that those of a killed process hold up nobody for longer; what is left of it is
   *     renewed when it is less than half; zero if the entrant does not wait
   * @return the refused holders, each with a place that is full: one that was so for somebody of
   *     these who goes before it, else the first
   */
  Map<String, Place> enter(List<Entrant> entrants, Duration expiry, Duration patience);

  /** Holds the places of holders for longer, from now. */
  void renew(Collection<String> holders, Duration expiry);

  /** Gives back all places of a holder, which waits no more. */
  void leave(String holder);
}
