package io.evergraph.runtime;

/**
 * What becomes of a new input on a thread that is not at rest.
 *
 * @param whenBusy while a run is in progress
 * @param whenInterrupted while the last run waits for answers or was stopped
 */
public record Strategy(WhenBusy whenBusy, WhenInterrupted whenInterrupted) {
  /** Returns whether the input has to wait. */
  public boolean waits(ThreadStatus status) {
    return switch (status) {
      case BUSY -> whenBusy == WhenBusy.ENQUEUE || whenBusy == WhenBusy.REJECT;
      case INTERRUPTED -> whenInterrupted == WhenInterrupted.ENQUEUE;
      case IDLE, ERROR -> false;
    };
  }

  /** Returns whether the input is to be refused. */
  public boolean refuses(ThreadStatus status) {
    return switch (status) {
      case BUSY -> whenBusy == WhenBusy.REJECT;
      case INTERRUPTED -> whenInterrupted == WhenInterrupted.REJECT;
      case IDLE, ERROR -> false;
    };
  }

  /** Returns whether the input takes the place of the run in progress and of those that wait. */
  public boolean supersedes(ThreadStatus status) {
    return status == ThreadStatus.BUSY
        && (whenBusy == WhenBusy.INTERRUPT || whenBusy == WhenBusy.ROLLBACK);
  }

  /** Returns whether the writes of the last run are to be taken back. */
  public boolean rollsBack(ThreadStatus status) {
    return switch (status) {
      case BUSY -> whenBusy == WhenBusy.ROLLBACK;
      case INTERRUPTED -> whenInterrupted == WhenInterrupted.ROLLBACK;
      case IDLE, ERROR -> false;
    };
  }
}
