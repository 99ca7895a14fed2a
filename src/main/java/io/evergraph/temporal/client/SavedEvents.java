package io.evergraph.temporal.client;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import java.time.Duration;
import java.util.List;

/** The events of a thread that was saved, and on which nothing will happen. */
final class SavedEvents implements EventStream {
  private volatile List<RunEvent> left;

  SavedEvents(List<RunEvent> events) {
    this.left = List.copyOf(events);
  }

  @Override
  public List<RunEvent> next(Duration wait) {
    List<RunEvent> all = left;
    left = List.of();
    return all;
  }

  @Override
  public boolean isOver() {
    return left.isEmpty();
  }

  @Override
  public void onNews(Runnable told) {
    told.run();
  }

  @Override
  public void close() {
    left = List.of();
  }
}
