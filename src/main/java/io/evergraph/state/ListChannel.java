package io.evergraph.state;

import java.lang.reflect.Type;
import java.util.List;

/** A channel that holds a list and is written element by element. Starts as an empty list. */
public final class ListChannel<E> extends Channel<List<E>> {
  private final Type elementType;

  private ListChannel(String name, Type elementType, Traits traits) {
    super(name, new GenericType(List.class, List.of(elementType)), traits);
    this.elementType = elementType;
  }

  private static <E> ListChannel<E> of(String name, Type elementType, Reducer reducer) {
    return new ListChannel<>(name, elementType, Traits.of(reducer));
  }

  /** Returns a channel that appends what is written ({@link Append}). */
  public static <E> ListChannel<E> append(String name, Class<E> elementType) {
    return of(name, elementType, Append.INSTANCE);
  }

  /** Returns a channel that appends what is written, of a generic type ({@link Append}). */
  public static <E> ListChannel<E> append(String name, TypeRef<E> elementType) {
    return of(name, elementType.type(), Append.INSTANCE);
  }

  /** Returns a channel that appends what it does not have yet ({@link Union}). */
  public static <E> ListChannel<E> union(String name, Class<E> elementType) {
    return of(name, elementType, Union.INSTANCE);
  }

  /** Returns a channel that appends, replaces or removes elements by their id ({@link ById}). */
  public static <E extends Identified> ListChannel<E> byId(String name, Class<E> elementType) {
    return of(name, elementType, ById.INSTANCE);
  }

  /**
   * Returns a channel that hands what the tasks of one superstep write to the tasks of the next,
   * and is empty again afterwards. A topic that accumulates is {@link #append(String, Class)}.
   */
  public static <E> ListChannel<E> topic(String name, Class<E> elementType) {
    return append(name, elementType).ephemeral();
  }

  @Override
  public ListChannel<E> initially(List<E> elements) {
    return new ListChannel<>(name(), elementType, traits().startingAt(elements));
  }

  @Override
  public ListChannel<E> ephemeral() {
    return living(Lifetime.STEP);
  }

  @Override
  public ListChannel<E> untracked() {
    return living(Lifetime.RUN);
  }

  @Override
  public ListChannel<E> living(Lifetime lifetime) {
    return new ListChannel<>(name(), elementType, traits().with(lifetime));
  }

  @Override
  public ListChannel<E> reducedBy(Reducer other) {
    return new ListChannel<>(name(), elementType, traits().with(other));
  }

  /**
   * Returns a channel whose elements have a type known at run time only.
   *
   * @param elementType any type that the codec can read, a {@link JsonType} among them
   * @param reducer what combines the elements
   */
  public static ListChannel<Object> ofType(String name, Type elementType, Reducer reducer) {
    return of(name, elementType, reducer);
  }

  /** Returns the type of one element. */
  public Type elementType() {
    return elementType;
  }
}
