package io.evergraph.state;

import org.jspecify.annotations.Nullable;

/** Holds the smallest, or the largest, of the values written; of equal ones the first. */
public final class Extremum implements Reducer {
  /** Holds the smallest value. */
  public static final Extremum MIN = new Extremum("min", -1);

  /** Holds the largest value. */
  public static final Extremum MAX = new Extremum("max", 1);

  private final String name;
  private final int sign;

  private Extremum(String name, int sign) {
    this.name = name;
    this.sign = sign;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    if (write == null) {
      throw new IllegalArgumentException("expected a value with an order but found null");
    }
    return current == null || compare(write, current) * sign > 0 ? write : current;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object write, Object current) {
    try {
      return Integer.signum(((Comparable<Object>) write).compareTo(current));
    } catch (ClassCastException misfit) {
      throw new IllegalArgumentException(
          "expected two values of one type with an order but found %s and %s"
              .formatted(current.getClass().getSimpleName(), write.getClass().getSimpleName()),
          misfit);
    }
  }
}
