package io.evergraph.runtime.stream;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What the threads have in common that one reader reads. Not safe for use by several threads, but
 * for {@link #tellNews}.
 */
final class Reading {
  private static final Set<StreamMode> RECORDED =
      EnumSet.of(
          StreamMode.VALUES,
          StreamMode.UPDATES,
          StreamMode.MESSAGES,
          StreamMode.TASKS,
          StreamMode.CHECKPOINTS,
          StreamMode.DEBUG);

  private final GraphRuntime runtime;
  private final StreamOptions options;
  private final SeenMessages messages = new SeenMessages();
  private final Semaphore news = new Semaphore(0);
  private final List<FollowedPart> shown = new ArrayList<>();
  private long look = Long.MAX_VALUE;

  Reading(GraphRuntime runtime, StreamOptions options) {
    this.runtime = runtime;
    this.options = options;
  }

  GraphRuntime runtime() {
    return runtime;
  }

  StreamOptions options() {
    return options;
  }

  SeenMessages messages() {
    return messages;
  }

  /** Has the reader look again, if it waits. */
  void tellNews() {
    news.release();
  }

  /** Returns whether anything is wanted that the threads of subgraphs record. */
  boolean wantsCalls() {
    return options.depth() == StreamOptions.Depth.SUBGRAPHS
        && options.modes().stream().anyMatch(RECORDED::contains);
  }

  void show(FollowedPart part) {
    shown.add(part);
  }

  List<FollowedPart> taken() {
    List<FollowedPart> taken = List.copyOf(shown);
    shown.clear();
    return taken;
  }

  boolean hasShown() {
    return !shown.isEmpty();
  }

  /** Has the reader look again after a time, if nobody tells it of news before. */
  void lookAfter(long nanos) {
    look = Math.min(look, Math.max(0, nanos));
  }

  /** Waits for news since the last call. */
  void await(long longest) throws InterruptedException {
    if (news.tryAcquire(Math.min(longest, look), TimeUnit.NANOSECONDS)) {
      news.drainPermits();
    }
    look = Long.MAX_VALUE;
  }
}
