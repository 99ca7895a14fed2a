package io.evergraph.runtime.thread;

import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.codec.StateCodec;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the time of a transition of the engine that calls reducers of users: one that takes too
 * long is refused as if it had thrown.
 *
 * <p>Whether it took too long is recorded. A replay goes by the record and measures nothing. Not
 * safe for use by several threads.
 */
public final class ReducerDeadline {
  /** Less than half of what a workflow task may stand still. */
  static final Duration LONGEST = Duration.ofSeconds(2);

  private static final String IN_TIME = "";
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(TaskThreads.daemons("evergraph-reducer"));

  private final StateCodec codec;
  private final Recorder recorder;
  private @Nullable Guarded guarded;

  /** Records verdicts of what is measured. */
  @FunctionalInterface
  public interface Recorder {
    String record(Supplier<String> verdict);
  }

  public ReducerDeadline(StateCodec codec, Recorder recorder) {
    this.codec = codec;
    this.recorder = recorder;
  }

  /** Makes a transition that counts. */
  <T> T run(Pregel pregel, Function<Pregel, T> transition) {
    return run(pregel, transition, recorder);
  }

  /** Makes a transition that is only tried; its verdict is not recorded. */
  <T> T preview(Pregel pregel, Function<Pregel, T> transition) {
    return run(pregel, transition, Supplier::get);
  }

  private <T> T run(Pregel pregel, Function<Pregel, T> transition, Recorder verdicts) {
    Measured<T> measured = new Measured<>(guarded(pregel), transition);
    String late = verdicts.record(measured::verdict);
    if (late.equals(IN_TIME)) {
      return measured.result();
    }
    guarded = null; // the late reducer goes on with this one
    return transition.apply(pregel.calling(ReducerGuard.refusing(codec, late)));
  }

  private Guarded guarded(Pregel pregel) {
    Guarded known = guarded;
    if (known == null || known.of() != pregel) {
      ReducerGuard guard = ReducerGuard.of(codec);
      known = new Guarded(pregel, pregel.calling(guard), guard);
      guarded = known;
    }
    return known;
  }

  private record Guarded(Pregel of, Pregel pregel, ReducerGuard guard) {}

  /** One transition on a thread that may be given up. */
  private static final class Measured<T> {
    private final Guarded guarded;
    private final Function<Pregel, T> transition;
    private @Nullable Future<T> outcome;

    Measured(Guarded guarded, Function<Pregel, T> transition) {
      this.guarded = guarded;
      this.transition = transition;
    }

    /** Returns the channel whose reducer was at work when the time was up. */
    String verdict() {
      Future<T> running = THREADS.submit(() -> transition.apply(guarded.pregel()));
      if (isDone(running)) {
        outcome = running;
        return IN_TIME;
      }
      String late = guarded.guard().atWork();
      running.cancel(true);
      return late;
    }

    private static boolean isDone(Future<?> running) {
      long end = System.nanoTime() + LONGEST.toNanos();
      boolean interrupted = false;
      try {
        while (true) {
          try {
            Object unused = running.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            return true;
          } catch (InterruptedException later) {
            interrupted = true;
          }
        }
      } catch (ExecutionException thrown) {
        return true;
      } catch (TimeoutException late) {
        return false;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /** Returns what was measured; a replay, which measures nothing, makes the transition here. */
    T result() {
      Future<T> done = outcome;
      if (done == null) {
        return transition.apply(guarded.pregel());
      }
      try {
        return done.get();
      } catch (ExecutionException thrown) {
        throw rethrown(thrown.getCause());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Expected a transition that is done.", interrupted);
      }
    }

    private static RuntimeException rethrown(@Nullable Throwable thrown) {
      if (thrown instanceof Error error) {
        throw error;
      }
      return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
  }
}
