package io.evergraph.state;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.GraphException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.UnknownChannelException;
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
  private final ReducerCall calls;
  private final List<Channel<?>> ephemeral;
  private final boolean tracksAll;

  private StateSchema(Map<String, Channel<?>> channels, Openness openness, ReducerCall calls) {
    this.channels = channels;
    this.openness = openness;
    this.calls = calls;
    this.ephemeral = living(channels, Lifetime.STEP);
    this.tracksAll = living(channels, Lifetime.RUN).isEmpty();
  }

  private static List<Channel<?>> living(Map<String, Channel<?>> channels, Lifetime lifetime) {
    return channels.values().stream().filter(channel -> channel.lifetime() == lifetime).toList();
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
    return new StateSchema(Collections.unmodifiableMap(byName), openness, ReducerCall.PLAIN);
  }

  /** Returns this schema with reducers of users that are called in another way. */
  public StateSchema calling(ReducerCall other) {
    return new StateSchema(channels, openness, other);
  }

  /** Returns whether a channel has a reducer of a user. */
  public boolean callsReducersOfUsers() {
    return channels.values().stream().anyMatch(channel -> isOfUser(channel.reducer()));
  }

  private static boolean isOfUser(Reducer reducer) {
    return reducer instanceof NamedReducer
        || !reducer.getClass().getPackageName().equals(Reducer.class.getPackageName());
  }

  /** Returns the declared channels by name. */
  public Map<String, Channel<?>> channels() {
    return channels;
  }

  /** Returns whether a name is a channel here that is not one of another schema alone. */
  public boolean shares(String name, StateSchema other) {
    return knows(name) && (channels.containsKey(name) || !other.channels.containsKey(name));
  }

  /** Returns whether a name is a channel: declared, or any where the schema is open. */
  public boolean knows(String name) {
    return openness == Openness.ANY || channels.containsKey(name);
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

  /** Returns the state before the first write: the initial values of the channels. */
  public State initial() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    channels.forEach(
        (name, channel) -> channel.initial().ifPresent(value -> values.put(name, value)));
    return State.of(values);
  }

  /** Returns a state in which the channels that live for one superstep are as before any write. */
  public State cleared(State state) {
    if (ephemeral.isEmpty()) {
      return state;
    }
    Map<String, @Nullable Object> values = new LinkedHashMap<>(state.values());
    ephemeral.forEach(channel -> clear(channel, values));
    return values.equals(state.values()) ? state : State.of(values);
  }

  private static void clear(Channel<?> channel, Map<String, @Nullable Object> values) {
    values.remove(channel.name());
    channel.initial().ifPresent(value -> values.put(channel.name(), value));
  }

  /** Returns how long a channel holds what is written to it. */
  public Lifetime lifetime(String channel) {
    Channel<?> declared = channels.get(channel);
    return declared == null ? Lifetime.THREAD : declared.lifetime();
  }

  /** Returns whether what a channel holds outlives the run that wrote it. */
  public boolean isTracked(String channel) {
    return lifetime(channel) != Lifetime.RUN;
  }

  /** Returns whether everything outlives the run that wrote it. */
  public boolean tracksAll() {
    return tracksAll;
  }

  /** Returns contributions without what is not part of checkpoints. */
  public List<TaskWrites> tracked(List<TaskWrites> contributions) {
    return tracksAll
        ? contributions
        : contributions.stream().map(it -> it.only(this::isTracked)).toList();
  }

  /**
   * Applies what the tasks of a superstep wrote, in the given order. A value that one of them
   * overwrites is settled by that task alone.
   *
   * @param state the state of the last barrier
   * @param contributions one per task, in task order
   * @return the state after the barrier
   * @throws UnknownChannelException when a write names an undeclared channel
   * @throws ConflictingWriteException when two tasks wrote a channel that takes one writer, or
   *     overwrote the same channel
   * @throws ReducerException when a reducer threw
   */
  public State apply(State state, List<TaskWrites> contributions) {
    if (isSilent(contributions)) {
      return state;
    }
    WriteConflicts writers = new WriteConflicts(contributions);
    writers.refuseConflicts(this);
    Map<String, @Nullable Object> values = new LinkedHashMap<>(state.values());
    for (int position = 0; position < contributions.size(); position++) {
      for (Write write : contributions.get(position).writes()) {
        Channel<?> channel = channel(write.channel(), contributions.get(position).writer());
        if (writers.mayWrite(position, write.channel())) {
          values.put(channel.name(), combined(channel, values.get(channel.name()), write));
        }
      }
    }
    return State.holding(values);
  }

  private static boolean isSilent(List<TaskWrites> contributions) {
    for (TaskWrites contribution : contributions) {
      if (!contribution.writes().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Object combined(Channel<?> channel, @Nullable Object current, Write write) {
    return write.overwrite() ? write.value() : reduce(channel, current, write.value());
  }

  private @Nullable Object reduce(
      Channel<?> channel, @Nullable Object current, @Nullable Object write) {
    try {
      ReducerCall call = isOfUser(channel.reducer()) ? calls : ReducerCall.PLAIN;
      return Frozen.copyOf(call.reduce(channel, current, write));
    } catch (GraphException known) {
      throw known;
    } catch (RuntimeException | AssertionError | StackOverflowError | LinkageError failure) {
      throw new ReducerException(channel.name(), channel.reducer().name(), reason(failure))
          .causedBy(failure);
    }
  }

  private static String reason(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
  }
}
