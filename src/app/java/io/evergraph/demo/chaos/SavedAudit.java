package io.evergraph.demo.chaos;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Looks whether a store holds all of each thread, once what waited for it has been saved.
 *
 * @param threads how many threads there are
 * @param drained how long it took until the store held them all
 * @param missing what it does not hold, a sentence each
 */
record SavedAudit(int threads, Duration drained, List<String> missing) {
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final long LOOK_EVERY_MILLIS = 200;

  static SavedAudit of(GraphRuntime runtime, CheckpointStore store, List<ThreadId> threads)
      throws InterruptedException {
    long begin = System.nanoTime();
    List<String> missing = new ArrayList<>();
    for (ThreadId thread : threads) {
      Optional<String> lacks = missing(runtime, store, thread);
      while (lacks.isPresent() && System.nanoTime() - begin < LONGEST.toNanos()) {
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        lacks = missing(runtime, store, thread);
      }
      lacks.ifPresent(missing::add);
    }
    return new SavedAudit(threads.size(), Duration.ofNanos(System.nanoTime() - begin), missing);
  }

  private static Optional<String> missing(
      GraphRuntime runtime, CheckpointStore store, ThreadId thread) {
    long last = runtime.snapshot(thread).checkpoint();
    List<SavedPart> parts = store.parts(thread.value());
    for (int number = 1; number <= parts.size(); number++) {
      if (parts.get(number - 1).number() != number) {
        return Optional.of("thread %s: part %d was not saved".formatted(thread, number));
      }
    }
    long saved = parts.isEmpty() ? 0 : parts.get(parts.size() - 1).lastCheckpoint();
    return saved == last
        ? Optional.empty()
        : Optional.of("thread %s: saved up to checkpoint %d of %d".formatted(thread, saved, last));
  }
}
