package io.evergraph.runtime.memory;

import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.event.RunEvent;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The ends of a thread's runs, for those who wait. Its changes belong under the thread's lock. */
final class RunEnds {
  private final Map<String, CompletableFuture<RunEvent>> byRun = new ConcurrentHashMap<>();
  private @Nullable GraphException closed;

  /** Returns what gives the event that ends a run, once that has happened. */
  CompletableFuture<RunEvent> of(String runId) {
    CompletableFuture<RunEvent> end =
        byRun.computeIfAbsent(runId, unused -> new CompletableFuture<>());
    if (closed != null) {
      end.completeExceptionally(closed);
    }
    return end;
  }

  void complete(RunEvent event) {
    if (event.endsRun()) {
      event.runs().forEach(run -> of(run).complete(event));
    }
  }

  void close(GraphException reason) {
    closed = reason;
    byRun.values().forEach(end -> end.completeExceptionally(reason));
  }

  boolean isClosed() {
    return closed != null;
  }

  /** Returns whether it is closed for good, and not only with its runtime. */
  boolean isGone() {
    return closed != null && !(closed instanceof RuntimeClosedException);
  }

  void requireOpen() {
    if (closed != null) {
      throw closed;
    }
  }
}
