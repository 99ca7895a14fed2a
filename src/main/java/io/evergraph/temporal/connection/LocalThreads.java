package io.evergraph.temporal.connection;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The open threads of an embedded server, which has no lists: their interpreters all run in this
 * process and note here how they are doing. Safe for use by several threads.
 */
public final class LocalThreads {
  private final Map<String, Entry> open = new ConcurrentHashMap<>();

  private record Entry(@Nullable String graph, ThreadStatus status) {}

  public void note(String thread, @Nullable String graph, ThreadStatus status) {
    open.put(thread, new Entry(graph, status));
  }

  public void forget(String thread) {
    open.remove(thread);
  }

  public List<ThreadId> find(ThreadQuery query) {
    return open.entrySet().stream()
        .filter(entry -> query.takes(entry.getValue().graph(), entry.getValue().status()))
        .limit(query.limit())
        .map(entry -> ThreadId.of(entry.getKey()))
        .toList();
  }
}
