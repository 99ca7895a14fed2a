package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.PersistentList;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * States that are written beside each other: a value that several of them hold is written once, and
 * of a list that has grown only what has come. Each state has a number, by which {@link JsonForms}
 * writes it. What was shared before is shared again by what is read.
 *
 * <p>Not safe for use by several threads.
 */
public final class SharedStates {
  private static final String STAND_IN = "#";
  private static final String VALUES = "values";
  private static final String STATES = "states";
  private static final String IS = "is";
  private static final String OF = "of";
  private static final String FIRST = "first";
  private static final String THEN = "then";
  private static final Object NULL = new Object();

  private final StateCodec codec;
  private final ArrayNode values;
  private final ArrayNode states;
  private final IdentityHashMap<State, Integer> numbers = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Integer> places = new IdentityHashMap<>();
  private final Map<String, List<?>> latest = new HashMap<>();
  private final Map<Typed, State> read = new HashMap<>();
  private final Map<TypedValue, Object> readValues = new HashMap<>();
  private final TaskForm.SharedTasks tasks = new TaskForm.SharedTasks();

  private record Typed(int number, StateSchema schema) {}

  private record TypedValue(int place, String channel, StateSchema schema) {}

  private SharedStates(StateCodec codec, ArrayNode values, ArrayNode states) {
    this.codec = codec;
    this.values = values;
    this.states = states;
  }

  TaskForm.SharedTasks tasks() {
    return tasks;
  }

  public static SharedStates empty(StateCodec codec) {
    JsonNodeFactory factory = JsonNodeFactory.instance;
    return new SharedStates(codec, factory.arrayNode(), factory.arrayNode());
  }

  public static SharedStates of(StateCodec codec, JsonNode written) {
    return new SharedStates(
        codec, (ArrayNode) written.withArray(VALUES), (ArrayNode) written.withArray(STATES));
  }

  public JsonNode written() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.set(VALUES, values);
    tree.set(STATES, states);
    return tree;
  }

  int add(State state) {
    Integer known = numbers.get(state);
    if (known != null) {
      return known;
    }
    ObjectNode channels = states.addObject();
    state.values().forEach((channel, value) -> channels.put(channel, place(channel, value)));
    numbers.put(state, states.size() - 1);
    return states.size() - 1;
  }

  private int place(String channel, @Nullable Object value) {
    Object key = value == null ? NULL : value;
    Integer known = places.get(key);
    if (known == null) {
      known = values.size();
      values.add(value instanceof List<?> list ? form(channel, list) : whole(value));
      places.put(key, known);
    }
    if (value instanceof List<?> list) {
      latest.put(channel, list);
    }
    return known;
  }

  private ObjectNode whole(@Nullable Object value) {
    return JsonNodeFactory.instance.objectNode().set(IS, codec.toJson(value));
  }

  private ObjectNode form(String channel, List<?> list) {
    List<?> before = latest.getOrDefault(channel, List.of());
    int same = 0;
    int most = Math.min(before.size(), list.size());
    while (same < most && before.get(same) == list.get(same)) {
      same++;
    }
    Integer place = places.get(before);
    return same == 0 || place == null
        ? whole(list)
        : JsonNodeFactory.instance
            .objectNode()
            .put(OF, place)
            .put(FIRST, same)
            .set(THEN, codec.toJson(list.subList(same, list.size())));
  }

  /** Returns what is read in place of the state of a number, until its types are known. */
  static State standIn(int number) {
    return State.of(Map.of(STAND_IN, number));
  }

  /**
   * Returns the state that another stands in for, with values of the types of their channels.
   * Channels that are not declared are left behind.
   */
  public State read(State standIn, StateSchema schema) {
    int number = (Integer) Objects.requireNonNull(standIn.value(STAND_IN));
    return read.computeIfAbsent(
        new Typed(number, schema), any -> typed(states.get(number), schema));
  }

  private State typed(JsonNode channels, StateSchema schema) {
    Map<String, @Nullable Object> typed = new LinkedHashMap<>();
    channels
        .fields()
        .forEachRemaining(
            field -> {
              String name = field.getKey();
              if (schema.knows(name)) {
                typed.put(name, value(field.getValue().asInt(), name, schema));
              }
            });
    return State.of(typed);
  }

  private @Nullable Object value(int place, String channel, StateSchema schema) {
    TypedValue key = new TypedValue(place, channel, schema);
    Object known = readValues.get(key);
    if (known == null) {
      Object value = made(place, schema.channel(channel, "a carried state"), schema);
      known = value == null ? NULL : value;
      readValues.put(key, known);
    }
    return known == NULL ? null : known;
  }

  private @Nullable Object made(int place, Channel<?> channel, StateSchema schema) {
    JsonNode form = values.get(place);
    if (channel instanceof ListChannel<?>
        && form.has(OF)
        && value(form.get(OF).asInt(), channel.name(), schema) instanceof List<?> before
        && bound(form.get(THEN), channel, schema) instanceof List<?> more) {
      return PersistentList.<Object>copyOf(before.subList(0, form.get(FIRST).asInt()))
          .plusAll(more);
    }
    return bound(tree(place), channel, schema);
  }

  private @Nullable Object bound(JsonNode tree, Channel<?> channel, StateSchema schema) {
    return codec.bind(State.of(Map.of(channel.name(), tree)), schema).value(channel.name());
  }

  private JsonNode tree(int place) {
    JsonNode form = values.get(place);
    if (form.has(IS)) {
      return form.get(IS);
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    JsonNode before = tree(form.get(OF).asInt());
    for (int index = 0; index < form.get(FIRST).asInt(); index++) {
      all.add(before.get(index));
    }
    form.get(THEN).forEach(all::add);
    return all;
  }
}
