package io.evergraph.state;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A generic type built at run time; equal to the same type found in source code. */
public record GenericType(Class<?> raw, List<Type> arguments) implements ParameterizedType {
  public GenericType {
    arguments = List.copyOf(arguments);
  }

  @Override
  public Type[] getActualTypeArguments() {
    return arguments.toArray(Type[]::new);
  }

  @Override
  public Type getRawType() {
    return raw;
  }

  @Override
  public @Nullable Type getOwnerType() {
    return raw.getDeclaringClass();
  }

  @Override
  public String getTypeName() {
    return raw.getName()
        + arguments.stream().map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ParameterizedType type
        && type.getRawType().equals(raw)
        && Objects.equals(type.getOwnerType(), getOwnerType())
        && List.of(type.getActualTypeArguments()).equals(arguments);
  }

  /** The sum that the JDK computes for its own parameterized types, so that both can be mixed. */
  @Override
  public int hashCode() {
    return Arrays.hashCode(getActualTypeArguments())
        ^ Objects.hashCode(getOwnerType())
        ^ raw.hashCode();
  }
}
