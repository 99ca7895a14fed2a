package io.evergraph.runtime.thread;

import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.Strategy;
import io.evergraph.runtime.ThreadStatus;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The inputs of a thread that wait until it has time for them. Not safe for several threads. */
public final class WaitingInputs {
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /**
   * Has an input wait.
   *
   * @throws io.evergraph.error.GraphException when the graph would not take it: whoever sent it is
   *     still there to hear of that
   */
  public void add(Input.NewInput input, Strategy strategy, ThreadProgress progress) {
    Checkpoint unused = progress.pregel().accept(progress.at(), input, Instant.EPOCH);
    waiting.add(new Waiting(input, strategy));
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Submits the inputs that need not wait any more, one after the other. */
  public List<RunEvent> letIn(ThreadProgress progress, Instant now) {
    List<RunEvent> events = new ArrayList<>();
    Optional<Waiting> next = take(progress);
    while (next.isPresent()) {
      events.addAll(progress.submit(next.get().input(), next.get().strategy(), now));
      next = take(progress);
    }
    return events;
  }

  private Optional<Waiting> take(ThreadProgress progress) {
    ThreadStatus status = progress.status();
    Optional<Waiting> next =
        waiting.stream().filter(any -> !any.strategy().waits(status)).findFirst();
    next.ifPresent(waiting::remove);
    return next;
  }

  public void clear() {
    waiting.clear();
  }

  private record Waiting(Input.NewInput input, Strategy strategy) {}
}
