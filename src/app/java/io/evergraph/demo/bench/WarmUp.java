package io.evergraph.demo.bench;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;

/**
 * Repeats something until its figures stay as they are: until the medians of two windows of time in
 * a row differ by less than 5 % and the JVM has compiled for less than 1 % of the last one, or the
 * time for it is up.
 *
 * <p>The JVM compiles what runs often, and the time until it has done so differs from machine to
 * machine: to warm up for a fixed time would measure the compiler. Where a run mostly waits for a
 * server, its figures look steady long before, and a small part of the time is a large part of what
 * the JVM does in it.
 *
 * @param least how long it takes at least
 */
record WarmUp(Duration least, Duration most, LongSupplier compiled) {
  private static final double STEADY = 0.05;
  private static final double AT_REST = 0.01;
  private static final int WINDOWS = 4;

  static WarmUp of(Duration least, Duration most) {
    return new WarmUp(
        least, most, ManagementFactory.getCompilationMXBean()::getTotalCompilationTime);
  }

  List<Double> run(DoubleSupplier once) {
    long begun = System.nanoTime();
    List<Window> windows = new ArrayList<>(List.of(window(once), window(once)));
    while (goesOn(windows, Duration.ofNanos(System.nanoTime() - begun))) {
      windows.add(window(once));
    }
    return windows.stream().map(Window::median).toList();
  }

  private boolean goesOn(List<Window> windows, Duration taken) {
    Window last = windows.get(windows.size() - 1);
    Window before = windows.get(windows.size() - 2);
    return taken.compareTo(least) < 0
        || (taken.compareTo(most) < 0 && !(last.isLike(before) && last.compiling() < AT_REST));
  }

  private Window window(DoubleSupplier once) {
    long begun = System.nanoTime();
    long compiledBefore = compiled.getAsLong();
    DoubleStream.Builder figures = DoubleStream.builder();
    do {
      figures.add(once.getAsDouble());
    } while (System.nanoTime() - begun < least.toNanos() / WINDOWS);
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    return new Window(
        Figures.median(figures.build().sorted().toArray()),
        (compiled.getAsLong() - compiledBefore) / milliseconds);
  }

  private record Window(double median, double compiling) {
    boolean isLike(Window before) {
      return Math.abs(median - before.median) < STEADY * before.median;
    }
  }
}
