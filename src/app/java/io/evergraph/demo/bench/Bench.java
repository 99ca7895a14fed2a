package io.evergraph.demo.bench;

import static java.util.Objects.requireNonNull;

import io.evergraph.runtime.ThreadId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures trials: runs until the figures are steady, then repetitions that count.
 *
 * @param budget how long one trial is repeated when no number is given
 * @param reps how often it is repeated
 */
public record Bench(Duration budget, OptionalInt reps, Duration longestWarmUp) {
  /** Medians of fewer are too unsteady. */
  private static final int FEWEST = 6;

  private static final int USUAL_WARM_UP = 4;

  /** Returns a bench whose trials become steady within four times their budget. */
  public static Bench of(Duration budget, OptionalInt reps) {
    return new Bench(budget, reps, budget.multipliedBy(USUAL_WARM_UP));
  }

  /**
   * Measures one trial when it is warm.
   *
   * @throws WrongResultException when one of its runs ends otherwise than it must
   */
  public Figures measure(Trial trial) {
    warmUp(trial);
    return compare(List.of(trial)).get(0);
  }

  /**
   * Runs a trial until its figures are steady, or as long as a warm-up may take.
   *
   * @throws WrongResultException when one of its runs ends otherwise than it must
   */
  public void warmUp(Trial trial) {
    WarmUp warmUp = WarmUp.of(budget, longestWarmUp);
    List<Double> unused = warmUp.run(() -> trial.once().figure());
  }

  /**
   * Measures trials that are warm, in turns, so that whatever else the machine does meets all of
   * them.
   *
   * @throws WrongResultException when one of their runs ends otherwise than it must
   */
  public List<Figures> compare(List<Trial> trials) {
    List<Series> all = trials.stream().map(Series::new).toList();
    long end = System.nanoTime() + trials.size() * budget.toNanos();
    for (int done = 0; goesOn(done, end); done++) {
      all.forEach(Series::once);
    }
    return all.stream().map(Series::figures).toList();
  }

  private boolean goesOn(int done, long end) {
    if (reps.isPresent()) {
      return done < reps.getAsInt();
    }
    return done < FEWEST || System.nanoTime() < end;
  }

  /** What is measured keeps the collector busy: of the runs nothing stays but numbers. */
  private static final class Series {
    private final Trial trial;
    private final DoubleStream.Builder figures = DoubleStream.builder();
    private @Nullable ThreadId last;

    Series(Trial trial) {
      this.trial = trial;
    }

    void once() {
      Sample sample = trial.once();
      figures.add(sample.figure());
      last = sample.thread();
    }

    Figures figures() {
      return Figures.of(trial, figures.build().toArray(), trial.history(requireNonNull(last)));
    }
  }
}
