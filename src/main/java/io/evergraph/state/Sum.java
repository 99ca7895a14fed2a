package io.evergraph.state;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Adds what is written; whole numbers that overflow are refused. */
public final class Sum implements Reducer {
  /** The only instance. */
  public static final Sum INSTANCE = new Sum();

  private static final Map<Class<?>, Object> ZEROS =
      Map.of(
          Integer.class,
          0,
          Long.class,
          0L,
          Double.class,
          0.0,
          BigInteger.class,
          BigInteger.ZERO,
          BigDecimal.class,
          BigDecimal.ZERO);

  private static final Map<Class<?>, BinaryOperator<Object>> ADDITIONS =
      Map.of(
          Integer.class, (a, b) -> Math.addExact((int) a, (int) b),
          Long.class, (a, b) -> Math.addExact((long) a, (long) b),
          Double.class, (a, b) -> (double) a + (double) b,
          BigInteger.class, (a, b) -> ((BigInteger) a).add((BigInteger) b),
          BigDecimal.class, (a, b) -> ((BigDecimal) a).add((BigDecimal) b));

  private Sum() {}

  /** Returns the sum of nothing: a zero of the type. */
  @Override
  @SuppressWarnings("SuspiciousMethodCalls") // any type may be asked for
  public Optional<Object> initial(Type type) {
    return Optional.ofNullable(ZEROS.get(type));
  }

  @Override
  public String name() {
    return "sum";
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    if (write == null) {
      throw new IllegalArgumentException("expected a number but found null");
    }
    if (current == null) {
      return write;
    }
    BinaryOperator<Object> addition = ADDITIONS.get(current.getClass());
    if (addition == null || current.getClass() != write.getClass()) {
      throw new IllegalArgumentException(
          "expected two numbers of one type but found "
              + current.getClass().getSimpleName()
              + " and "
              + write.getClass().getSimpleName());
    }
    return addition.apply(current, write);
  }
}
