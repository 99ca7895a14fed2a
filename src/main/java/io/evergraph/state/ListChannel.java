package io.evergraph.state;

import java.lang.reflect.Type;
import java.util.List;

/**
 * A channel that holds a list and is written element by element. Starts as an empty list.
 *
 * @param <E> the type of an element
 */
public final class ListChannel<E> extends Channel<List<E>> {
  private final Type elementType;

  private ListChannel(String name, Type elementType, Reducer reducer) {
    super(name, new ParameterizedListType(elementType), reducer);
    this.elementType = elementType;
  }

  /** Returns a channel that appends what is written ({@link Append}). */
  public static <E> ListChannel<E> append(String name, Class<E> elementType) {
    return new ListChannel<>(name, elementType, Append.INSTANCE);
  }

  /** Returns a channel that appends, replaces or removes elements by their id ({@link ById}). */
  public static <E extends Identified> ListChannel<E> byId(String name, Class<E> elementType) {
    return new ListChannel<>(name, elementType, ById.INSTANCE);
  }

  /**
   * Returns a channel whose elements have a type known at run time only.
   *
   * @param elementType any type that the codec can read, a {@link JsonType} among them
   * @param reducer what combines the elements
   */
  public static ListChannel<Object> ofType(String name, Type elementType, Reducer reducer) {
    return new ListChannel<>(name, elementType, reducer);
  }

  /** Returns the type of one element. */
  public Type elementType() {
    return elementType;
  }
}
