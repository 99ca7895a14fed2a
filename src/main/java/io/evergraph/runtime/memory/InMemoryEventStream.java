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
   * An edit in a node's name may ask routers what follows: that takes a task. A run that waited for
   * it may begin in the same moment.
   */
  static ThreadSnapshot settled(InMemoryThread thread, Supplier<ThreadSnapshot> change) {
    long before = thread.snapshot().lastEvent();
    ThreadSnapshot snapshot = change.get();
    boolean begun = false;
    try (EventStream events = new InMemoryEventStream(thread, before + 1)) {
      while (!begun && snapshot.status() == ThreadStatus.BUSY) {
        List<RunEvent> news = events.next(Duration.ofMinutes(1));
        begun = news.stream().anyMatch(RunEvent.RunStarted.class::isInstance);
        snapshot = thread.snapshot();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return snapshot;
  }
}
