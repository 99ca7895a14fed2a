package io.evergraph.testkit;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * What became of a thread, to be looked at when its runtime is gone.
 *
 * @param result how the last run stopped
 * @param events all events of the thread
 */
record Recording(RunResult result, List<RunEvent> events) {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration A_WHILE = Duration.ofMillis(200);

  Recording {
    events = List.copyOf(events);
  }

  /** Returns what has become of a thread once nothing runs on it. */
  static Recording of(GraphRuntime runtime, ThreadId thread) {
    ThreadSnapshot snapshot = atRest(runtime, thread);
    List<RunEvent> events = runtime.events(thread, 1);
    RunEvent end = events.stream().filter(RunEvent::endsRun).reduce((one, next) -> next).get();
    String runId = end.runs().get(end.runs().size() - 1);
    return new Recording(RunResult.of(runId, end, snapshot), events);
  }

  static ThreadSnapshot atRest(GraphRuntime runtime, ThreadId thread) {
    try (EventStream events = runtime.follow(thread, 1)) {
      ThreadSnapshot snapshot = runtime.snapshot(thread);
      while (snapshot.status() == ThreadStatus.BUSY) {
        List<RunEvent> unused = events.next(A_WHILE);
        snapshot = runtime.snapshot(thread);
      }
      return snapshot;
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  static AssertionError interrupted(InterruptedException why) {
    Thread.currentThread().interrupt();
    return new AssertionError("The test was interrupted while a run went on.", why);
  }

  /** Waits until a run has stopped. */
  static void await(RunHandle run) {
    try {
      RunResult unused = run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late.getMessage(), late);
    }
  }
}
