package io.evergraph.runtime.codec;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.TaskResult.ParentCommand;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.PersistentList;
import io.evergraph.state.Removed;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns states, updates and messages into JSON and back, by the declared types of the channels.
 *
 * <p>Also the gate of the state: {@link #checked} lets only values in that fit their channel and
 * that no node can change afterwards. Safe for use by several threads.
 */
public final class StateCodec {
  /** The {@code type} of an element that takes the element of its id out of a by-id channel. */
  public static final String REMOVE = "remove";

  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};

  /** One for all codecs: it keeps what it has found out about types, which takes time. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModules(
              new JavaTimeModule(),
              new Jdk8Module(),
              DateForms.module(),
              FrozenForms.module(),
              OrderedForms.module(),
              JsonForms.module())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
          .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final JsonMapper mapper;
  private final JsonSchemas schemas = new JsonSchemas();
  private final ValueGate gate = new ValueGate(this);

  private StateCodec(JsonMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * Returns the codec with dates as ISO 8601 text, optional values, and the forms of the engine's
   * types.
   */
  public static StateCodec create() {
    return new StateCodec(MAPPER);
  }

  /** Returns the mapper behind this codec; do not change its configuration. */
  public JsonMapper mapper() {
    return mapper;
  }

  /**
   * Returns the JSON form of a value.
   *
   * @throws InvalidValueException when it has none
   */
  public JsonNode toJson(@Nullable Object value) {
    JsonNode scalar = TypedForm.scalar(value);
    return scalar == null ? tree(value, "a value", Object.class) : scalar;
  }

  JsonNode tree(@Nullable Object value, String place, Type expected) {
    try {
      return mapper.valueToTree(typed(value));
    } catch (IllegalArgumentException | StackOverflowError failure) {
      String type = value == null ? "null" : value.getClass().getTypeName();
      throw misfit(
          place,
          expected.getTypeName(),
          type + ", which has no JSON form: " + JsonMisfit.write(failure),
          failure);
    }
  }

  private static @Nullable Object typed(@Nullable Object value) {
    return value instanceof Collection<?> || value instanceof Map<?, ?> ? new Loose(value) : value;
  }

  private record Loose(@JsonValue @JsonSerialize(using = TypedForm.class) Object value) {}

  /**
   * Reads a value of a type.
   *
   * @param place what is read, for the message
   * @throws InvalidValueException when the tree does not fit
   */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public <T> @Nullable T fromJson(JsonNode tree, Type type, String place) {
    if (type instanceof JsonType json) {
      return fromJson(fitting(tree, json, place), Object.class, place);
    }
    try {
      return mapper.readerFor(mapper.constructType(type)).readValue(tree);
    } catch (IOException | IllegalArgumentException failure) { // the second for infinite numbers
      throw misfit(place, type.getTypeName(), JsonMisfit.read(failure, tree), failure);
    }
  }

  /**
   * Returns the members of a JSON object that somebody typed, each a tree that has all digits.
   *
   * @param json the text of one object, and of nothing else
   * @throws IllegalArgumentException when it is none
   */
  public Map<String, Object> members(String json) {
    Map<String, Object> members = new LinkedHashMap<>();
    object(json).fields().forEachRemaining(it -> members.put(it.getKey(), it.getValue()));
    return members;
  }

  /**
   * Returns a JSON object that somebody typed, as a tree that has all digits.
   *
   * @param json the text of one object, and of nothing else
   * @throws IllegalArgumentException when it is none
   */
  public JsonNode object(String json) {
    try {
      JsonNode tree =
          mapper.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(json);
      if (tree.isObject()) {
        return tree;
      }
      throw new IllegalArgumentException("Expected a JSON object but found " + tree + ".");
    } catch (IOException malformed) {
      throw new IllegalArgumentException("Expected a JSON object.", malformed);
    }
  }

  private JsonNode fitting(JsonNode tree, JsonType type, String place) {
    List<String> problems = schemas.problems(type.schema(), tree);
    if (problems.isEmpty()) {
      return tree;
    }
    throw new InvalidValueException(
        place, "a value that fits its JSON schema", tree + ": " + String.join("; ", problems));
  }

  /** Returns a value as plain maps, lists, text, numbers and booleans. */
  public @Nullable Object plain(@Nullable Object value) {
    return mapper.convertValue(typed(value), Object.class);
  }

  /**
   * Returns a value from outside as plain maps, lists, text, numbers and booleans.
   *
   * @param place what is read, for the message
   * @throws InvalidValueException when it is beyond the limits of values
   */
  public @Nullable Object plain(@Nullable Object value, String place) {
    return plain(toJson(value, place));
  }

  /**
   * Returns the JSON form of a value from outside.
   *
   * @throws InvalidValueException when it has none within the limits of values
   */
  public JsonNode toJson(@Nullable Object value, String place) {
    JsonNode tree = tree(value, place, Object.class);
    JsonLimits.require(tree, place);
    return tree;
  }

  /**
   * Returns values that somebody sends, as they arrive.
   *
   * @param place what they are, for the message
   * @throws InvalidValueException when one has no JSON form within the limits of values
   */
  public Map<String, Object> plain(Map<String, Object> values, String place) {
    return values.isEmpty() ? values : mapper.convertValue(toJson(values, place), VALUES);
  }

  /** Returns the values of a state as plain maps, lists, text, numbers and booleans, by channel. */
  public Map<String, @Nullable Object> plain(State state) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    state.values().forEach((channel, value) -> values.put(channel, plain(value)));
    return values;
  }

  /**
   * Reads an update from plain values or trees by channel name.
   *
   * @param writer who writes, for messages
   * @throws InvalidValueException when a value does not fit its channel
   * @throws io.evergraph.error.UnknownChannelException when a channel is not declared
   */
  public StateUpdate update(
      Map<String, ? extends @Nullable Object> values, StateSchema schema, String writer) {
    List<Write> writes = new ArrayList<>();
    values.forEach(
        (channel, value) -> writes.add(checked(new Write(channel, toJson(value)), schema, writer)));
    return new StateUpdate(writes);
  }

  public List<Write> bind(List<Write> writes, StateSchema schema, String writer) {
    return writes.stream()
        .map(write -> bind(write, schema.channel(write.channel(), writer)))
        .toList();
  }

  private Write bind(Write write, Channel<?> channel) {
    return write.value() instanceof JsonNode tree ? write.withValue(read(tree, channel)) : write;
  }

  @Nullable Object read(JsonNode tree, Channel<?> channel) {
    if (tree.isNull() || tree.isMissingNode()) {
      return channel.type() instanceof ParameterizedType type && type.getRawType() == Optional.class
          ? Optional.empty()
          : null;
    }
    if (channel instanceof ListChannel<?> list) {
      return readElements(tree, list);
    }
    JsonLimits.require(tree, channel.name());
    return fromJson(tree, channel.writeType(), channel.name());
  }

  private PersistentList<Object> readElements(JsonNode tree, ListChannel<?> channel) {
    PersistentList<Object> elements = PersistentList.empty();
    for (JsonNode element : tree.isArray() ? tree : List.of(tree)) {
      elements = elements.plus(readElement(element, channel));
    }
    return elements;
  }

  private @Nullable Object readElement(JsonNode element, ListChannel<?> channel) {
    JsonLimits.require(element, channel.name());
    return channel.reducer().knowsIds()
            && REMOVE.equals(element.path("type").asText())
            && element.has("id")
        ? new Removed(element.get("id").asText())
        : fromJson(element, channel.elementType(), channel.name());
  }

  /** Returns the state that an object holds by channel; its values stay trees. */
  public static State ofTrees(JsonNode object) {
    Map<String, JsonNode> trees = new LinkedHashMap<>();
    object.fields().forEachRemaining(field -> trees.put(field.getKey(), field.getValue()));
    return State.of(trees);
  }

  public State bind(State state, StateSchema schema) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    state
        .values()
        .forEach(
            (name, value) ->
                values.put(
                    name,
                    value instanceof JsonNode tree
                        ? read(tree, schema.channel(name, "a stored state"))
                        : value));
    return State.of(values);
  }

  public TaskResult bind(
      TaskResult result, StateSchema schema, Function<String, StateSchema> inputs, String node) {
    return result.match(
        done ->
            new TaskResult.Completed(
                done.taskId(),
                bind(done.writes(), schema, node),
                bind(done.routing(), inputs),
                done.report(),
                done.upward()),
        asked -> asked,
        failed -> failed);
  }

  public TaskResult bindForParent(
      TaskResult result, StateSchema outer, Function<String, StateSchema> inputs) {
    return result.match(
        done ->
            Optional.ofNullable(done.upward())
                .map(command -> done.with(bind(command, outer, inputs)))
                .orElse(done),
        asked -> asked,
        failed -> failed);
  }

  private ParentCommand bind(
      ParentCommand command, StateSchema outer, Function<String, StateSchema> inputs) {
    return new ParentCommand(
        bind(command.writes(), outer, "a command to the parent"), bind(command.routing(), inputs));
  }

  private Routing bind(Routing routing, Function<String, StateSchema> inputs) {
    List<Route> routes = routing.routes().stream().map(route -> bind(route, inputs)).toList();
    return new Routing(routes, routing.rule(), routing.gotos());
  }

  public Route bind(Route route, Function<String, StateSchema> inputs) {
    return route.match(
        node -> node, send -> send.withInput(bindInput(send.input(), inputs.apply(send.target()))));
  }

  /** Names that are no channels keep plain values. */
  public StateUpdate bindInput(StateUpdate input, StateSchema schema) {
    StateSchema open = StateSchema.of(schema.channels().values(), StateSchema.Openness.ANY);
    return new StateUpdate(bind(input.writes(), open, "a send"));
  }

  /**
   * Lets a write in: the value fits its channel, survives JSON and can be shared. A tree that
   * somebody sent is read; nothing of it may change on the way.
   */
  public Write checked(Write write, StateSchema schema, String writer) {
    Channel<?> channel = schema.channel(write.channel(), writer);
    Object value = write.value();
    return value == null ? write : write.withValue(checked(value, channel));
  }

  /** Lets a value in that fits a channel, survives JSON and can be shared. */
  public @Nullable Object checked(Object value, Channel<?> channel) {
    return gate.checked(value, channel);
  }

  /** Copies the values that who reads them could change. */
  public State readable(State state, StateSchema schema) {
    @Nullable Map<String, @Nullable Object> values = null;
    for (Channel<?> channel : schema.channels().values()) {
      Object value = state.value(channel.name());
      if (value != null && Immutables.isOpen(channel, value)) {
        values = values == null ? new LinkedHashMap<>(state.values()) : values;
        values.put(channel.name(), gate.copy(value, channel));
      }
    }
    return values == null ? state : State.of(values);
  }

  private static InvalidValueException misfit(
      String place, String expected, String found, Throwable cause) {
    InvalidValueException misfit = new InvalidValueException(place, expected, found);
    misfit.initCause(cause);
    return misfit;
  }
}
