package io.evergraph.runtime.memory;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The events of one thread of this process. */
final class InMemoryEventStream implements EventStream {
  private final InMemoryThread thread;
  private long from;
  private Runnable told = () -> {};

  InMemoryEventStream(InMemoryThread thread, long from) {
    this.thread = thread;
    this.from = from;
  }

  @Override
  public List<RunEvent> next(Duration wait) throws InterruptedException {
    List<RunEvent> news = thread.awaitEvents(from, wait.toNanos());
    from = news.isEmpty() ? from : news.get(news.size() - 1).number() + 1;
    return news;
  }

  @Override
  public void onNews(Runnable listener) {
    thread.news().unlisten(told);
    told = listener;
    thread.news().listen(listener);
    listener.run();
  }

  @Override
  public void close() {
    thread.news().unlisten(told);
  }

  /**
   * An edit in a node's name may ask routers what follows: that takes a task. A later run is not
   * waited for.
   *
   * @param id the id of the edit
   */
  static ThreadSnapshot settled(InMemoryThread thread, String id, Supplier<ThreadSnapshot> change) {
    ThreadSnapshot snapshot = change.get();
    try (EventStream events = new InMemoryEventStream(thread, snapshot.lastEvent() + 1)) {
      while (snapshot.status() == ThreadStatus.BUSY && snapshot.runs().contains(id)) {
        List<RunEvent> unused = events.next(Duration.ofMinutes(1));
        snapshot = thread.snapshot();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return snapshot;
  }
}
