package io.evergraph.demo.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Repeats something until its figures stay as they are: until the medians of two windows of time in
 * a row differ by less than 5 %, or the time for it is up.
 *
 * <p>The JVM compiles what runs often, and the time until it has done so differs from machine to
 * machine: to warm up for a fixed time would measure the compiler.
 *
 * @param least how long it takes at least
 * @param most how long it takes at most, but for the repetition in progress
 */
record WarmUp(Duration least, Duration most) {
  private static final double STEADY = 0.05;
  private static final int WINDOWS = 4;

  /**
   * Repeats.
   *
   * @param once gives one figure
   * @return the medians of the windows, at least two
   */
  List<Double> run(DoubleSupplier once) {
    long begun = System.nanoTime();
    List<Double> medians = new ArrayList<>(List.of(window(once), window(once)));
    while (goesOn(medians, Duration.ofNanos(System.nanoTime() - begun))) {
      medians.add(window(once));
    }
    return medians;
  }

  private boolean goesOn(List<Double> medians, Duration taken) {
    return taken.compareTo(least) < 0 || (taken.compareTo(most) < 0 && !isSteady(medians));
  }

  private static boolean isSteady(List<Double> medians) {
    double last = medians.get(medians.size() - 1);
    double before = medians.get(medians.size() - 2);
    return Math.abs(last - before) < STEADY * before;
  }

  private double window(DoubleSupplier once) {
    long end = System.nanoTime() + least.toNanos() / WINDOWS;
    List<Double> figures = new ArrayList<>();
    do {
      figures.add(once.getAsDouble());
    } while (System.nanoTime() < end);
    return Figures.median(figures.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }
}
