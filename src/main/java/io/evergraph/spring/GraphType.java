package io.evergraph.spring;

import java.lang.reflect.Type;

/**
 * A type that graphs written as data may name: declare it as a bean.
 *
 * @param name the name; simple names of classes are what Java graphs use
 * @param type the type
 */
public record GraphType(String name, Type type) {
  /** Returns a class under its simple name. */
  public static GraphType of(Class<?> type) {
    return new GraphType(type.getSimpleName(), type);
  }
}
