package io.evergraph.state;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Captures a generic type: {@code new TypeRef<Map<String, Refund>>() {}}.
 *
 * @param <T> the type to capture; must be named where the subclass is written
 */
public abstract class TypeRef<T> {
  private final Type type;

  /** Captures the type argument of the anonymous subclass. */
  protected TypeRef() {
    if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parameterized)) {
      throw new IllegalArgumentException(
          "Expected a type argument, as in new TypeRef<List<String>>() {}, but found none.");
    }
    this.type = parameterized.getActualTypeArguments()[0];
  }

  /** Returns the captured type. */
  public final Type type() {
    return type;
  }
}
