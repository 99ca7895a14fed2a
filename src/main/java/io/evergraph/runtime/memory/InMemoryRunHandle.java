package io.evergraph.runtime.memory;

import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.thread.FollowedRun;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The handle of a run in this process. */
final class InMemoryRunHandle extends FollowedRun {
  private final InMemoryThread inMemory;

  InMemoryRunHandle(InMemoryThread inMemory, ThreadId thread, String runId) {
    super(thread, runId);
    this.inMemory = inMemory;
  }

  @Override
  protected Optional<RunResult> follow(long deadline) throws InterruptedException {
    try {
      long left = deadline - System.nanoTime();
      RunEvent end = inMemory.end(runId()).get(left, TimeUnit.NANOSECONDS);
      return Optional.of(
          result(
              end,
              inMemory.snapshot(),
              checkpoint -> inMemory.read(it -> it.views().returnedAt(checkpoint))));
    } catch (TimeoutException goesOn) {
      return Optional.empty();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof GraphException closed) {
        throw closed;
      }
      throw new IllegalStateException(failure);
    }
  }
}
