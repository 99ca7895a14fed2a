package io.evergraph.state;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.GraphException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.UnknownChannelException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The channels of a graph, and what may be written to them. Immutable. */
public final class StateSchema {
  private final Map<String, Channel<?>> channels;
  private final Openness openness;

  private StateSchema(Map<String, Channel<?>> channels, Openness openness) {
    this.channels = channels;
    this.openness = openness;
  }

  /** Whether channels that are not declared may be written. */
  public enum Openness {
    /** Only declared channels: anything else is an {@link UnknownChannelException}. */
    DECLARED_ONLY,
    /** Any name: undeclared ones replace. */
    ANY
  }

  /**
   * Returns the schema of the given channels.
   *
   * @param channels the channels; a later one of the same name takes the place of an earlier one
   * @param openness whether other names may be written
   */
  public static StateSchema of(Collection<? extends Channel<?>> channels, Openness openness) {
    Map<String, Channel<?>> byName = new LinkedHashMap<>();
    channels.forEach(channel -> byName.put(channel.name(), channel));
    return new StateSchema(Collections.unmodifiableMap(byName), openness);
  }

  /** Returns the declared channels by name. */
  public Map<String, Channel<?>> channels() {
    return channels;
  }

  /** Returns whether undeclared names may be written. */
  public Openness openness() {
    return openness;
  }

  /**
   * Returns the channel of a name; in an open schema, an undeclared name is a channel of any value
   * unless it is blank.
   *
   * @param writer who asks, for the message
   * @throws UnknownChannelException when the name is not declared and the schema not open
   */
  public Channel<?> channel(String name, String writer) {
    Channel<?> channel = channels.get(name);
    if (channel != null) {
      return channel;
    }
    if (openness == Openness.ANY && !name.isBlank()) {
      return Channel.of(name, Object.class);
    }
    throw new UnknownChannelException(name, writer, List.copyOf(channels.keySet()));
  }

  /** Returns the state before the first write: the initial values of the reducers. */
  public State initial() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    channels.forEach(
        (name, channel) -> channel.reducer().initial().ifPresent(value -> values.put(name, value)));
    return State.of(values);
  }

  /**
   * Applies what the tasks of a superstep wrote, in the given order.
   *
   * @param state the state of the last barrier
   * @param contributions one per task, in task order
   * @return the state after the barrier
   * @throws UnknownChannelException when a write names an undeclared channel
   * @throws ConflictingWriteException when two tasks wrote a channel that takes one writer
   * @throws ReducerException when a reducer threw
   */
  public State apply(State state, List<Contribution> contributions) {
    if (contributions.stream().allMatch(contribution -> contribution.writes().isEmpty())) {
      return state;
    }
    refuseConflicts(contributions);
    Map<String, @Nullable Object> values = new LinkedHashMap<>(state.values());
    for (Contribution contribution : contributions) {
      for (Write write : contribution.writes()) {
        Channel<?> channel = channel(write.channel(), contribution.writer());
        values.put(channel.name(), reduce(channel, values.get(channel.name()), write.value()));
      }
    }
    return State.of(values);
  }

  private void refuseConflicts(List<Contribution> contributions) {
    if (contributions.size() < 2) {
      return;
    }
    Map<String, List<String>> writers = new LinkedHashMap<>();
    for (Contribution contribution : contributions) {
      contribution.writes().stream()
          .map(Write::channel)
          .distinct()
          .forEach(
              name ->
                  writers
                      .computeIfAbsent(name, any -> new ArrayList<>())
                      .add(contribution.writer()));
    }
    writers.forEach(this::refuseConflict);
  }

  private void refuseConflict(String name, List<String> writers) {
    if (writers.size() > 1
        && channel(name, writers.get(0)).reducer().concurrency()
            == Reducer.Concurrency.ONE_WRITER) {
      throw new ConflictingWriteException(name, writers);
    }
  }

  private static @Nullable Object reduce(
      Channel<?> channel, @Nullable Object current, @Nullable Object write) {
    try {
      return channel.reducer().reduce(current, write);
    } catch (GraphException known) {
      throw known;
    } catch (RuntimeException failure) {
      ReducerException named =
          new ReducerException(
              channel.name(), channel.reducer().name(), String.valueOf(failure.getMessage()));
      named.initCause(failure);
      throw named;
    }
  }
}
