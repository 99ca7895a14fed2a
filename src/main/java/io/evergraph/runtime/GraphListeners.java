package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Pregel;
import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners what happens, on a thread of its own, so that none holds a run up. Safe for use
 * by several threads.
 */
public final class GraphListeners {
  private static final Logger LOG = LoggerFactory.getLogger(GraphListeners.class);

  private final List<GraphListener> listeners = new CopyOnWriteArrayList<>();

  /** Its thread begins with the first news and ends when this is no longer used. */
  private final ExecutorService teller =
      Executors.newSingleThreadExecutor(TaskThreads.daemons("evergraph-listener"));

  GraphListeners() {}

  void add(GraphListener listener) {
    listeners.add(listener);
  }

  /**
   * Tells what has just happened on a thread.
   *
   * @param pregel the engine of the thread
   * @param at the thread, right after
   * @param events what has happened
   */
  public void tell(Pregel pregel, Checkpoint at, List<RunEvent> events) {
    if (listeners.isEmpty()) {
      return;
    }
    String graph = pregel.spec().name();
    String thread = at.thread();
    List<Consumer<GraphListener>> news = new ArrayList<>();
    for (RunEvent event : events) {
      news.add(listener -> listener.onEvent(graph, thread, event));
      addNodeNews(news, pregel, at, event);
    }
    teller.execute(() -> news.forEach(this::tellAll));
  }

  private static void addNodeNews(
      List<Consumer<GraphListener>> news, Pregel pregel, Checkpoint at, RunEvent event) {
    String graph = pregel.spec().name();
    String thread = at.thread();
    if (event instanceof RunEvent.StepPlanned planned) {
      planned
          .tasks()
          .forEach(
              task ->
                  news.add(
                      listener -> listener.beforeNode(graph, thread, task.taskId(), task.node())));
    } else if (event instanceof RecoveryEvent.HandlerPlanned handler) {
      news.add(listener -> listener.beforeNode(graph, thread, handler.taskId(), handler.node()));
    } else if (event instanceof RunEvent.TaskFinished finished) {
      news.add(
          listener -> listener.afterNode(graph, thread, finished, after(pregel, at, finished)));
    }
  }

  /** The state of the barrier, or before it that of the last one with the task's own writes. */
  private static State after(Pregel pregel, Checkpoint at, RunEvent.TaskFinished event) {
    Optional<Commit> barrier =
        at.commits().stream()
            .filter(commit -> commit.namespace().equals(event.namespace()))
            .filter(commit -> commit.done().find(event.taskId()).isPresent())
            .findFirst();
    return barrier
        .map(Commit::state)
        .or(() -> at.frame(event.namespace()).map(frame -> with(pregel, frame, event)))
        .orElseGet(State::empty);
  }

  private static State with(Pregel pregel, Frame frame, RunEvent.TaskFinished event) {
    try {
      TaskWrites own = new TaskWrites(event.node(), event.writes());
      return pregel.schema(frame).apply(frame.state(), List.of(own));
    } catch (GraphException refused) {
      return frame.state();
    }
  }

  private void tellAll(Consumer<GraphListener> news) {
    for (GraphListener listener : listeners) {
      try {
        news.accept(listener);
      } catch (RuntimeException | Error failure) {
        LOG.warn("A listener failed: {}", listener.getClass().getName(), LogContents.of(failure));
      }
    }
  }
}
