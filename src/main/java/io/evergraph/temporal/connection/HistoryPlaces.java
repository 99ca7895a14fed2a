package io.evergraph.temporal.connection;

import com.google.protobuf.ByteString;
import java.util.LinkedHashMap;
import java.util.Map;

/** How far this process has read the histories of threads. Safe for use by several threads. */
public final class HistoryPlaces {
  private static final int MOST = 10_000;

  private final Map<String, ByteString> places =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ByteString> eldest) {
          return size() > MOST;
        }
      };

  /** Returns the place in a thread's history; empty for the beginning. */
  public synchronized ByteString find(String thread) {
    return places.getOrDefault(thread, ByteString.EMPTY);
  }

  /** Keeps a place; an empty one forgets the thread, whose history has come to its end. */
  public synchronized void keep(String thread, ByteString place) {
    if (place.isEmpty()) {
      places.remove(thread);
    } else {
      places.put(thread, place);
    }
  }
}
