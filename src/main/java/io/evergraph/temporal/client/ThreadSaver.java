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
import io.evergraph.runtime.thread.SavedThreads.Known;
import io.evergraph.runtime.thread.SavedThreads.Mark;
import io.evergraph.temporal.protocol.PreviousExecution;
import io.evergraph.temporal.protocol.SaveActivity;
import io.evergraph.temporal.protocol.Saving;
import io.evergraph.temporal.protocol.Unsaved;
import io.evergraph.temporal.workflow.QueryHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    Optional<Long> event = Optional.empty();
    while (event.isEmpty()) {
      Optional<Mark> mark = saved.mark(thread);
      if (mark.filter(it -> it.created().isAfter(order.created())).isPresent()) {
        return Saving.NONE; // a thread that began later has taken over the id
      }
      event = save(order, mark.map(it -> it.of(order.created())).orElse(Known.NOTHING), end);
    }
    return event.get();
  }

  /** Returns nothing where another save has come in between. */
  private Optional<Long> save(SaveActivity.Order order, Known known, long end) {
    try {
      return saveNews(order, known, end);
    } catch (UnknownThreadException deleted) {
      LOG.info("Thread '{}' is not saved: the server does not have it any more.", order.thread());
      return Optional.of(Saving.NONE);
    }
  }

  private Optional<Long> saveNews(SaveActivity.Order order, Known known, long end) {
    Optional<Known> since = Optional.of(known);
    while (since.isPresent()) {
      Known last = since.get();
      String execution = Objects.requireNonNull(order.execution());
      Unsaved news = ask(order, execution, new Unsaved.Request(last.position(), false));
      PreviousExecution earlier = news.earlier();
      if (earlier == null) {
        return put(order, news, last, end).map(unused -> news.event());
      }
      since = saveEarlier(order, earlier, last, end);
    }
    return Optional.empty();
  }

  /** Saves what an earlier execution has; where the server has forgotten it, that is lost. */
  private Optional<Known> saveEarlier(
      SaveActivity.Order order, PreviousExecution earlier, Known since, long end) {
    try {
      Unsaved.Request request = new Unsaved.Request(since.position(), true);
      return put(order, ask(order, earlier.execution(), request), since, end);
    } catch (UnknownThreadException | StateMissingException forgotten) {
      LOG.warn(
          "Thread '{}' is saved without what came before its event {}: the server has forgotten it.",
          order.thread(),
          earlier.event() + 1);
      ProgressCodec.Saved lost = new ProgressCodec.Saved(earlier.checkpoint(), earlier.event());
      return Optional.of(new Known(new Position(0, lost), since.savedAt()));
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

  private Optional<Known> put(SaveActivity.Order order, Unsaved news, Known since, long end) {
    Position last = since.position();
    if (last.part() > 0 && news.event() <= last.known().event()) {
      return Optional.of(since);
    }
    if (System.nanoTime() > end) {
      throw new StoreUnavailableException(
          "the saved thread '" + order.thread() + "'", "it takes too long, and is tried again");
    }
    SavedThread thread = Objects.requireNonNull(news.thread()).at(clock.instant());
    SavedPart part = news.part();
    Optional<Known> now = saved.save(thread, part, position(last, part, news.event()), since);
    if (calls.latest(threadOf(order)).isEmpty()) {
      boolean unused = saved.delete(threadOf(order)); // deleted meanwhile
    }
    return now;
  }

  private static Position position(Position last, @Nullable SavedPart part, long event) {
    return part == null
        ? last
        : new Position(part.number(), new ProgressCodec.Saved(part.lastCheckpoint(), event));
  }
}
