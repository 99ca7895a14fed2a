package io.evergraph.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Partial writes to the state: channels and values, in order. Immutable.
 *
 * @param writes the writes in the order in which they are applied; a channel may occur more than
 *     once
 */
public record StateUpdate(List<Write> writes) {
  private static final StateUpdate EMPTY = new StateUpdate(List.of());

  public StateUpdate {
    writes = List.copyOf(writes);
  }

  /** Returns the update that writes nothing. */
  public static StateUpdate empty() {
    return EMPTY;
  }

  /** Returns an update of one channel. */
  public static <T> StateUpdate of(Channel<T> channel, @Nullable T value) {
    return EMPTY.with(channel, value);
  }

  /** Returns an update that writes elements to a list channel. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <E> StateUpdate of(ListChannel<E> channel, E... elements) {
    return EMPTY.with(channel, elements);
  }

  /** Returns an update of channels by name, in the order of the map. */
  public static StateUpdate of(Map<String, ? extends @Nullable Object> values) {
    List<Write> writes = new ArrayList<>(values.size());
    values.forEach((channel, value) -> writes.add(new Write(channel, value)));
    return new StateUpdate(writes);
  }

  /**
   * Returns an update whose value takes the place of what a channel holds, past its reducer. Other
   * tasks' writes to the channel in the same superstep are dropped; two tasks that overwrite it are
   * a conflict.
   */
  public static <T> StateUpdate overwrite(Channel<T> channel, @Nullable T value) {
    return EMPTY.overwriting(channel, value);
  }

  /**
   * Returns an update that takes the elements of some ids out of a {@link ListChannel#byId}
   * channel; an id that it does not hold is no error.
   *
   * @throws IllegalArgumentException when the channel does not find elements by their ids
   */
  public static <E extends Identified> StateUpdate remove(ListChannel<E> channel, String... ids) {
    return EMPTY.removing(channel, ids);
  }

  /** Returns this update followed by {@link #remove removals} from a list channel. */
  public <E extends Identified> StateUpdate removing(ListChannel<E> channel, String... ids) {
    if (!channel.reducer().knowsIds()) {
      throw new IllegalArgumentException(
          "Expected a channel that finds elements by their ids (ListChannel.byId) but found '"
              + channel
              + "'.");
    }
    List<Removed> removals = Arrays.stream(ids).map(Removed::new).toList();
    return and(new StateUpdate(List.of(new Write(channel.name(), removals))));
  }

  /** Returns this update followed by a value that is written past the channel's reducer. */
  public <T> StateUpdate overwriting(Channel<T> channel, @Nullable T value) {
    return and(new StateUpdate(List.of(new Write(channel.name(), value, true))));
  }

  /** Returns this update followed by a write to one more channel. */
  public <T> StateUpdate with(Channel<T> channel, @Nullable T value) {
    return and(new StateUpdate(List.of(new Write(channel.name(), value))));
  }

  /** Returns this update followed by elements for a list channel. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final <E> StateUpdate with(ListChannel<E> channel, E... elements) {
    List<E> written = PersistentList.copyOf(Arrays.asList(elements));
    return and(new StateUpdate(List.of(new Write(channel.name(), written))));
  }

  /** Returns the writes of this update followed by those of another. */
  public StateUpdate and(StateUpdate other) {
    if (writes.isEmpty()) {
      return other;
    }
    List<Write> both = new ArrayList<>(writes);
    both.addAll(other.writes);
    return new StateUpdate(both);
  }

  /** Returns whether nothing is written. */
  public boolean isEmpty() {
    return writes.isEmpty();
  }
}
