package io.evergraph.state;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type {@code List<element>}, built at run time from the element's type; equal to the same type
 * found in source code.
 */
record ParameterizedListType(Type element) implements ParameterizedType {

  @Override
  public Type[] getActualTypeArguments() {
    return new Type[] {element};
  }

  @Override
  public Type getRawType() {
    return List.class;
  }

  @Override
  public @Nullable Type getOwnerType() {
    return null;
  }

  @Override
  public String getTypeName() {
    return "java.util.List<" + element.getTypeName() + ">";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ParameterizedType type
        && type.getRawType().equals(List.class)
        && List.of(type.getActualTypeArguments()).equals(List.of(element));
  }

  /** The sum that the JDK computes for its own parameterized types, so that both can be mixed. */
  @Override
  public int hashCode() {
    return Arrays.hashCode(getActualTypeArguments()) ^ List.class.hashCode();
  }
}
