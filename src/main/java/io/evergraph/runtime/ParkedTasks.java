package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.ContentHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parked tasks of many threads at once: finds them, and tries them again.
 *
 * <p>Speaks to so many threads at a time as it is told. A thread that does not answer, or has moved
 * on meanwhile, does not keep the others from being served.
 */
public final class ParkedTasks {
  /** How many threads are handled at a time unless said otherwise. */
  public static final int DEFAULT_CONCURRENCY = 8;

  private final GraphRuntime runtime;
  private final int concurrency;

  /** Looks after the threads of a runtime. */
  public ParkedTasks(GraphRuntime runtime) {
    this(runtime, DEFAULT_CONCURRENCY);
  }

  /**
   * Looks after the threads of a runtime.
   *
   * @param concurrency how many threads are handled at a time; at least 1
   */
  public ParkedTasks(GraphRuntime runtime, int concurrency) {
    this.runtime = runtime;
    this.concurrency = concurrency;
  }

  /**
   * Returns the tasks that are meant, those of one thread together. Of many threads those that
   * cannot be read are left out, unless a server or a store is away; {@link #plan} names them.
   *
   * @throws UnknownThreadException when a thread is named that there is not
   */
  public List<ParkedTask> find(ParkedQuery query) {
    return each(threads(query), thread -> readable(thread, query));
  }

  private List<ParkedTask> readable(ThreadId thread, ParkedQuery query) {
    try {
      return meant(thread, query);
    } catch (GraphException unread) {
      if (query.thread() != null || unread.isOutage()) {
        throw unread;
      }
      return List.of();
    }
  }

  private List<ThreadId> threads(ParkedQuery query) {
    ThreadId one = query.thread();
    return one == null ? runtime.threads(query.threads()) : List.of(one);
  }

  /** A thread that was found and is gone by now holds nothing. */
  private List<ParkedTask> meant(ThreadId thread, ParkedQuery query) {
    try {
      return runtime.parked(thread).stream().filter(query::takes).toList();
    } catch (UnknownThreadException gone) {
      if (query.thread() != null) {
        throw gone;
      }
      return List.of();
    }
  }

  /**
   * Tells what {@link #retry} would do, and does nothing. Of many threads those that cannot be read
   * are refused.
   *
   * @param batch the id of the batch
   */
  public List<Outcome> plan(ParkedQuery query, String batch) {
    return each(threads(query), thread -> planned(thread, query, batch));
  }

  private List<Outcome> planned(ThreadId thread, ParkedQuery query, String batch) {
    String runId = ContentHash.uuid(batch, thread);
    try {
      List<ParkedTask> tasks = meant(thread, query);
      return tasks.isEmpty()
          ? List.of()
          : List.of(new Outcome(thread, runId, tasks, Outcome.Verdict.PLANNED, null));
    } catch (GraphException unread) {
      if (query.thread() != null || isAway(unread)) {
        throw unread;
      }
      Outcome nothing = new Outcome(thread, runId, List.of(), Outcome.Verdict.REFUSED, null);
      return List.of(nothing.refused(unread));
    }
  }

  /** What one of many threads lacks, such as its graph or its values, is no reason for others. */
  private static boolean isAway(GraphException unread) {
    return unread instanceof RuntimeUnavailableException && unread.isOutage();
  }

  /**
   * Tries all tasks that are meant again, with attempts anew. Each thread begins one run, whose id
   * follows from the batch and the thread: the same batch a second time does nothing to a thread
   * that it has served.
   *
   * @param batch the id of the batch
   * @return what became of each thread that holds such tasks
   */
  public List<Outcome> retry(ParkedQuery query, String batch) {
    return each(plan(query, batch), planned -> List.of(retried(planned)));
  }

  private Outcome retried(Outcome planned) {
    if (planned.verdict() == Outcome.Verdict.REFUSED) {
      return planned;
    }
    try {
      if (isKnown(planned)) {
        return planned.with(Outcome.Verdict.DONE_BEFORE);
      }
      List<Answer> answers = planned.tasks().stream().map(task -> Answer.retry(task.id())).toList();
      RunHandle unused = runtime.answer(planned.thread(), planned.runId(), answers);
      return planned.with(Outcome.Verdict.RETRIED);
    } catch (GraphException refusal) {
      return planned.refused(refusal);
    }
  }

  private boolean isKnown(Outcome planned) {
    try {
      RunHandle unused = runtime.run(planned.thread(), planned.runId());
      return true;
    } catch (UnknownRunException fresh) {
      return false;
    }
  }

  private <T, R> List<R> each(List<T> all, Function<T, List<R>> action) {
    ExecutorService workers =
        Executors.newFixedThreadPool(concurrency, TaskThreads.daemons("evergraph-batch"));
    try {
      List<Future<List<R>>> going =
          all.stream().map(one -> workers.submit(() -> action.apply(one))).toList();
      List<R> done = new ArrayList<>();
      for (Future<List<R>> future : going) {
        done.addAll(future.get());
      }
      return done;
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The batch was interrupted.");
    } finally {
      workers.shutdownNow();
    }
  }

  /**
   * What a batch did to one thread.
   *
   * @param runId the run that began; where nothing was done, the one that would have
   * @param tasks the failed tasks that were meant
   * @param verdict what was done
   * @param reason why it was refused; null where it was not
   */
  public record Outcome(
      ThreadId thread,
      String runId,
      List<ParkedTask> tasks,
      Verdict verdict,
      @Nullable String reason) {
    public Outcome {
      tasks = List.copyOf(tasks);
    }

    /** What a batch does to a thread. */
    public enum Verdict {
      /** Its failed tasks run again. */
      RETRIED,
      /** Nothing: the same batch had been there before. */
      DONE_BEFORE,
      /** Nothing: the thread did not take it, or cannot be read. */
      REFUSED,
      /** Nothing yet: this was asked for as a plan. */
      PLANNED
    }

    Outcome with(Verdict other) {
      return new Outcome(thread, runId, tasks, other, null);
    }

    Outcome refused(Throwable why) {
      String text = Optional.ofNullable(why.getMessage()).orElseGet(why::toString);
      return new Outcome(thread, runId, tasks, Verdict.REFUSED, text);
    }
  }
}
