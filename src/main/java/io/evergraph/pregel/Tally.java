package io.evergraph.pregel;

/**
 * How many tasks of a plan have come how far: kept along, so that no result makes the engine look
 * at the tasks beside it.
 *
 * @param ready those to be run
 * @param over those that a barrier does not wait for any more
 * @param broken those that have failed
 * @param asking those that wait for answers
 */
record Tally(int ready, int over, int broken, int asking) {
  static final Tally NONE = new Tally(0, 0, 0, 0);

  Tally plus(Progress progress) {
    return changed(progress, 1);
  }

  Tally minus(Progress progress) {
    return changed(progress, -1);
  }

  private Tally changed(Progress progress, int by) {
    return new Tally(
        progress instanceof Progress.Ready ? ready + by : ready,
        progress.isOver() ? over + by : over,
        progress instanceof Progress.Broken ? broken + by : broken,
        progress instanceof Progress.Asking ? asking + by : asking);
  }
}
