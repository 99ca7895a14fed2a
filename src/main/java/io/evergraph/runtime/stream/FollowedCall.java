package io.evergraph.runtime.stream;

import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of one thread that another thread works for. That one may not have begun, may be gone, or
 * may have been ended in the middle: then it is left, and never waited for longer than for a while.
 */
final class FollowedCall {
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  /** How long a thread may take until what its task was told can be read. */
  private static final long LONGEST_SETTLING = TimeUnit.SECONDS.toNanos(10);

  /** How long a thread may take to stop when its caller has. */
  private static final long LONGEST_STOPPING = TimeUnit.SECONDS.toNanos(1);

  private final Reading reading;
  private final String task;
  private final Supplier<FollowedThread> fromBeginning;
  private FollowedThread thread;
  private boolean left;
  private long pause = FIRST_PAUSE;
  private long look;
  private @Nullable Long waitsSince;
  private @Nullable RunEvent lookedAgainFor;

  /**
   * Makes a call that is not read yet.
   *
   * @param fromBeginning gives its thread, to be read from the first event on
   */
  FollowedCall(Reading reading, String task, Supplier<FollowedThread> fromBeginning) {
    this.reading = reading;
    this.task = task;
    this.fromBeginning = fromBeginning;
    this.thread = fromBeginning.get();
  }

  String task() {
    return task;
  }

  String namespace() {
    return thread.place().namespace();
  }

  FollowedThread thread() {
    return thread;
  }

  /** Returns whether its thread cannot be read, or not to the end. */
  boolean isLeft() {
    return left;
  }

  void open() {
    thread.passStop();
    left = false;
    waitsSince = null;
    lookedAgainFor = null;
    lookFrom(System.nanoTime());
    reading.lookAfter(0);
  }

  private void lookFrom(long now) {
    look = now;
    pause = FIRST_PAUSE;
  }

  /** Takes what its thread has recorded; one that has not begun is looked for again and again. */
  boolean take() throws InterruptedException {
    if (left) {
      return false;
    }
    try {
      if (isToBeOpened() && isTimeToLook()) {
        openFromWhereItStands();
      }
      return progress(thread.take());
    } catch (UnknownThreadException | RuntimeUnavailableException notYet) {
      return false;
    } catch (GraphException failure) {
      return leave(failure);
    }
  }

  private boolean isToBeOpened() {
    return !thread.events().isOpen() || (thread.isPast() && lookedAgainFor == null);
  }

  /** A thread of the past may have made room for another one of its name. */
  private void openFromWhereItStands() {
    if (thread.isPast()) {
      thread.close();
      thread = fromBeginning.get();
    }
    thread.events().open();
  }

  private boolean isTimeToLook() {
    long now = System.nanoTime();
    boolean due = now - look >= 0;
    if (due) {
      look = now + pause;
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    reading.lookAfter(look - now);
    return due;
  }

  private boolean progress(boolean made) {
    if (made) {
      waitsSince = null;
    }
    return made;
  }

  boolean show(LiveParts live) {
    if (left) {
      return false;
    }
    try {
      return progress(thread.show(live));
    } catch (GraphException failure) {
      return leave(failure);
    }
  }

  /** What was to be shown when the runtime went away is shown to whoever comes back. */
  private boolean leave(GraphException failure) {
    if (failure.isPassing()) {
      throw failure;
    }
    left = true;
    return false;
  }

  /** Returns whether all was shown, as far as it can be, that stands before an event. */
  boolean isReadFor(RunEvent event, LiveParts live) {
    boolean unused = show(live);
    RunEvent stop = thread.stop();
    while (stop != null && !fits(stop, event)) {
      thread.passStop();
      unused = show(live);
      stop = thread.stop();
    }
    return left || stop != null || givesNoMore(event);
  }

  /** A task may be told of the latest of several runs only. */
  private static boolean fits(RunEvent stop, RunEvent event) {
    if (event instanceof RunEvent.TaskFinished) {
      return stop instanceof RunEvent.RunFinished;
    }
    if (event instanceof RunEvent.TaskFailed) {
      return stop instanceof RunEvent.RunParked || stop instanceof RunEvent.RunFailed;
    }
    return !(event instanceof InterruptEvent.InterruptOpened opened)
        || (stop instanceof RunEvent.RunWaiting waiting
            && waiting.interrupts().contains(opened.interrupt().id()));
  }

  private boolean givesNoMore(RunEvent event) {
    try {
      left = isExhausted(event);
    } catch (UnknownThreadException absent) {
      left = true;
    } catch (RuntimeUnavailableException away) {
      if (away.isOutage()) { // for a thread alone that does not answer, the time goes on
        waitsSince = null;
      }
      reading.lookAfter(LONGEST_PAUSE);
    } catch (GraphException failure) {
      boolean unused = leave(failure);
    }
    return left;
  }

  private boolean isExhausted(RunEvent event) {
    boolean looksAgain = thread.isPast() && !event.equals(lookedAgainFor);
    if (!thread.events().isOpen() || looksAgain) {
      lookedAgainFor = event;
      openFromWhereItStands();
      reading.lookAfter(0);
      return false;
    }
    long now = System.nanoTime();
    if (waitsSince == null) {
      waitsSince = now;
      lookFrom(now);
    }
    long longest = settles(event) ? LONGEST_SETTLING : LONGEST_STOPPING;
    return thread.events().isOver()
        || now - waitsSince > longest
        || (isTimeToLook() && thread.events().isAtRest());
  }

  private static boolean settles(RunEvent event) {
    return event instanceof RunEvent.TaskFinished
        || event instanceof RunEvent.TaskFailed
        || event instanceof InterruptEvent.InterruptOpened;
  }

  void close() {
    thread.close();
  }
}
