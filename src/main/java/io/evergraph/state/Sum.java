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

  private static final Map<Class<?>, Kind> KINDS =
      Map.of(
          Integer.class, new Kind(0, (a, b) -> Math.addExact((int) a, (int) b)),
          Long.class, new Kind(0L, (a, b) -> Math.addExact((long) a, (long) b)),
          Double.class, new Kind(0.0, (a, b) -> (double) a + (double) b),
          BigInteger.class,
              new Kind(BigInteger.ZERO, (a, b) -> ((BigInteger) a).add((BigInteger) b)),
          BigDecimal.class,
              new Kind(BigDecimal.ZERO, (a, b) -> ((BigDecimal) a).add((BigDecimal) b)));

  private record Kind(Object zero, BinaryOperator<Object> addition) {}

  private Sum() {}

  /** Returns the sum of nothing: a zero of the type. */
  @Override
  @SuppressWarnings("SuspiciousMethodCalls") // any type may be asked for
  public Optional<Object> initial(Type type) {
    return Optional.ofNullable(KINDS.get(type)).map(Kind::zero);
  }

  /** Returns whether some values of a class can be added; those of primitive types are boxed. */
  public static boolean adds(Class<?> type) {
    return type.isPrimitive() || KINDS.keySet().stream().anyMatch(type::isAssignableFrom);
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
    Kind kind = KINDS.get(current.getClass());
    if (kind == null || current.getClass() != write.getClass()) {
      throw new IllegalArgumentException(
          "expected two numbers of one type but found %s and %s"
              .formatted(current.getClass().getSimpleName(), write.getClass().getSimpleName()));
    }
    return NumberLimits.require(kind.addition().apply(current, write));
  }
}
