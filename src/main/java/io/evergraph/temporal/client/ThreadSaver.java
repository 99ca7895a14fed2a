package io.evergraph.temporal.client;

import io.evergraph.error.StateMissingException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.SavedForm.Position;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.temporal.protocol.PreviousExecution;
import io.evergraph.temporal.protocol.SaveActivity;
import io.evergraph.temporal.protocol.Saving;
import io.evergraph.temporal.protocol.Unsaved;
import io.evergraph.temporal.workflow.QueryHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves in the checkpoint store what the workflow of a thread has and the store has not. The store
 * says up to where the thread is saved, so that an order may be carried out any number of times.
 */
public record ThreadSaver(ThreadCalls calls, SavedThreads saved, Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadSaver.class);

  /**
   * Saves a thread; returns the number of the last event that is saved.
   *
   * @param order names thread and execution
   * @param longest after what time nothing more is written: another attempt may have begun
   * @throws StoreUnavailableException when the store cannot be reached, or time is up
   */
  public long save(SaveActivity.Order order, Duration longest) {
    long end = System.nanoTime() + longest.toNanos();
    ThreadId thread = threadOf(order);
    Optional<SavedThreads.Mark> mark = saved.mark(thread);
    if (mark.filter(it -> it.created().isAfter(order.created())).isPresent()) {
      return Saving.NONE; // a thread that began later has taken over the id
    }
    Position since =
        mark.filter(it -> it.created().equals(order.created()))
            .map(SavedThreads.Mark::position)
            .orElse(Position.NOTHING);
    try {
      return save(order, since, end);
    } catch (UnknownThreadException deleted) {
      LOG.info("Thread '{}' is not saved: the server does not have it any more.", thread);
      return Saving.NONE;
    }
  }

  private long save(SaveActivity.Order order, Position known, long end) {
    Position since = known;
    while (true) {
      Unsaved news =
          ask(order, Objects.requireNonNull(order.execution()), new Unsaved.Request(since, false));
      PreviousExecution earlier = news.earlier();
      if (earlier == null) {
        put(order, news, since, end);
        return news.event();
      }
      since = saveEarlier(order, earlier, since, end);
    }
  }

  /** Saves what an earlier execution has; where the server has forgotten it, that is lost. */
  private Position saveEarlier(
      SaveActivity.Order order, PreviousExecution earlier, Position since, long end) {
    try {
      Unsaved news = ask(order, earlier.execution(), new Unsaved.Request(since, true));
      put(order, news, since, end);
      SavedPart part = Objects.requireNonNull(news.part());
      return new Position(
          part.number(), new ProgressCodec.Saved(part.lastCheckpoint(), news.event()));
    } catch (UnknownThreadException | StateMissingException forgotten) {
      LOG.warn(
          "Thread '{}' is saved without what came before its event {}: the server has forgotten it.",
          order.thread(),
          earlier.event() + 1);
      return new Position(0, new ProgressCodec.Saved(earlier.checkpoint(), earlier.event()));
    }
  }

  private static ThreadId threadOf(SaveActivity.Order order) {
    return ThreadId.of(Objects.requireNonNull(order.thread()));
  }

  private Unsaved ask(SaveActivity.Order order, String execution, Unsaved.Request request) {
    return calls
        .findIn(execution, threadOf(order), QueryHandlers.UNSAVED, Unsaved.class, request)
        .orElseThrow();
  }

  private void put(SaveActivity.Order order, Unsaved news, Position since, long end) {
    if (since.part() > 0 && news.event() <= since.known().event()) {
      return;
    }
    if (System.nanoTime() > end) {
      throw new StoreUnavailableException(
          "the saved thread '" + order.thread() + "'", "it takes too long, and is tried again");
    }
    SavedThread thread = Objects.requireNonNull(news.thread()).at(clock.instant());
    saved.save(thread, news.part());
    if (calls.latest(threadOf(order)).isEmpty()) {
      boolean unused = saved.delete(threadOf(order)); // deleted meanwhile
    }
  }
}
