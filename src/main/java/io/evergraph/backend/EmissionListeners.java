package io.evergraph.backend;

import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.ThreadListeners;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those of this process who listen to emissions that stand elsewhere: wakes them, and lets each
 * read on from where it is. Safe for use by several threads.
 */
public final class EmissionListeners {
  private static final Logger LOG = LoggerFactory.getLogger(EmissionListeners.class);

  private final ThreadListeners<Listener> listeners = new ThreadListeners<>();
  private final Source source;
  private volatile boolean away;

  /** Where emissions stand. */
  public interface Source {
    /**
     * Returns what a thread has emitted behind a place, in order.
     *
     * @param after the place; empty for the oldest that is held
     */
    List<Found> after(String thread, String after);
  }

  /** The text of an emission, as {@link EmittedForm} makes it, and its place. */
  public record Found(String place, String text) {}

  /** Makes the listeners of a source. */
  public EmissionListeners(Source source) {
    this.source = source;
  }

  /** Adds a listener of a thread, which is woken at once. */
  public EventBus.Subscription add(String thread, Runnable onNews) {
    Listener listener = new Listener(thread, onNews);
    listeners.add(thread, listener);
    onNews.run();
    return listener;
  }

  /** Tells those who listen to a thread that there is something to take. */
  public void wake(String thread) {
    listeners.of(thread).forEach(listener -> listener.onNews.run());
  }

  /** Tells all that they may have missed something. */
  public void wakeAll() {
    listeners.threads().forEach(this::wake);
  }

  private List<Found> found(String thread, String after) {
    try {
      List<Found> found = source.after(thread, after);
      away = false;
      return found;
    } catch (RuntimeException failure) {
      if (!away) {
        LOG.warn("What nodes emit elsewhere cannot be read: {}", LogContents.message(failure));
      }
      away = true;
      return List.of();
    }
  }

  private final class Listener implements EventBus.Subscription {
    private final String thread;
    private final Runnable onNews;
    private String place = "";

    private Listener(String thread, Runnable onNews) {
      this.thread = thread;
      this.onNews = onNews;
    }

    @Override
    public List<Emitted> take() {
      List<Emitted> taken = new ArrayList<>();
      for (Found next : found(thread, place)) {
        read(next).ifPresent(taken::add);
        place = next.place();
      }
      return taken;
    }

    /**
     * What follows one that cannot be read, of a newer release perhaps, can be read all the same.
     */
    private Optional<Emitted> read(Found found) {
      try {
        return Optional.of(EmittedForm.read(found.text()));
      } catch (RuntimeException unreadable) {
        LOG.warn(
            "An emission of thread {} is left out, as it cannot be read: {}",
            thread,
            LogContents.message(unreadable));
        return Optional.empty();
      }
    }

    @Override
    public void close() {
      listeners.remove(thread, this);
    }
  }
}
