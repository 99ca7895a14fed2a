package io.evergraph.runtime.stream;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;

/** What is to be seen of a run, whichever threads it comes from. */
public final class FollowedRunStream implements RunStream {
  private static final Duration LONG = Duration.ofDays(1);

  private final FollowedParts run;

  public FollowedRunStream(
      GraphRuntime runtime, ThreadId thread, String runId, StreamOptions options) {
    this.run = new FollowedParts(runtime, thread, runId, options);
  }

  @Override
  public boolean isOver() {
    return run.isOver();
  }

  @Override
  public List<StreamPart> next(Duration wait) throws InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    List<StreamPart> parts = new ArrayList<>();
    long left = wait.toNanos();
    do {
      for (FollowedPart followed : run.next(Duration.ofNanos(left))) {
        if (followed instanceof FollowedPart.Shown shown) {
          parts.add(shown.part());
        }
      }
      left = deadline - System.nanoTime();
    } while (parts.isEmpty() && left > 0 && !isOver());
    return parts;
  }

  @Override
  public Iterator<StreamPart> iterator() {
    return new Parts();
  }

  @Override
  public void close() {
    run.close();
  }

  private final class Parts implements Iterator<StreamPart> {
    private Iterator<StreamPart> read = List.<StreamPart>of().iterator();

    @Override
    public boolean hasNext() {
      try {
        while (!read.hasNext() && !isOver()) {
          read = FollowedRunStream.this.next(LONG).iterator();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new CancellationException("The reading of a run was interrupted.");
      }
      return read.hasNext();
    }

    @Override
    public StreamPart next() {
      if (!hasNext()) {
        throw new NoSuchElementException("The run has ended.");
      }
      return read.next();
    }
  }
}
