package io.evergraph.journey;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The distinct methods that are entered between two of them, on all threads, in order. */
public final class MethodTrace {
  /** Looks at the clock ten times a second, whether or not something is on its way. */
  private static final String CLOCK = "evergraph-watchdog";

  private static final Object LOCK = new Object();
  private static final Set<String> ENTERED = new LinkedHashSet<>();
  private static volatile boolean armed;
  private static boolean begun;
  private static Window window = new Window("", "");

  private MethodTrace() {}

  /**
   * Where a trace begins and ends; methods are named {@code Class.method}.
   *
   * @param first the method after whose return it begins, with the type of what it returned, as in
   *     {@code Pregel.next:Run}; empty for the next one that is entered
   * @param last the method with whose return it ends
   */
  record Window(String first, String last) {}

  static void arm(Window wanted) {
    synchronized (LOCK) {
      ENTERED.clear();
      window = wanted;
      begun = wanted.first().isEmpty();
      armed = true;
    }
  }

  static boolean isOver() {
    return !armed;
  }

  static Set<String> entered() {
    synchronized (LOCK) {
      return new LinkedHashSet<>(ENTERED);
    }
  }

  /** Called by the instrumented code. */
  public static void enter(String method) {
    if (armed && !Thread.currentThread().getName().startsWith(CLOCK)) {
      synchronized (LOCK) {
        if (armed && begun) {
          ENTERED.add(method);
        }
      }
    }
  }

  /** Called by the instrumented code. */
  public static void leave(String method, @Nullable Object returned) {
    if (armed) {
      synchronized (LOCK) {
        armed = !begun || !method.equals(window.last());
        begun = begun || isFirst(method, returned);
      }
    }
  }

  private static boolean isFirst(String method, @Nullable Object returned) {
    return returned != null
        && window.first().equals(method + ":" + returned.getClass().getSimpleName());
  }
}
