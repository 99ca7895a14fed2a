package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.PersistentList;
import io.evergraph.state.Removed;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The gate of the state: values pass that fit their channel, come back from JSON as they are and
 * cannot be changed afterwards; others are copied or refused.
 */
final class ValueGate {
  private static final int LONGEST_SHOWN = 200;

  private final StateCodec codec;
  private final Set<Alternative> proven = ConcurrentHashMap.newKeySet();

  ValueGate(StateCodec codec) {
    this.codec = codec;
  }

  /** Lets a value in that fits a channel, survives JSON and can be shared. */
  @Nullable Object checked(Object value, Channel<?> channel) {
    return fits(value, channel) ? held(value) : copy(value, channel);
  }

  private static Object held(Object value) {
    return value instanceof List<?> elements ? PersistentList.copyOf(elements) : value;
  }

  /** Only values of exactly the declared types come back as they are without a trial. */
  private boolean fits(Object value, Channel<?> channel) {
    if (channel instanceof ListChannel<?> list) {
      return value instanceof List<?> elements
          && elements.stream()
              .allMatch(element -> isRemoval(element, list) || isOf(list.elementType(), element));
    }
    return isOf(channel.writeType(), value);
  }

  private static boolean isRemoval(@Nullable Object element, Channel<?> channel) {
    return element instanceof Removed && channel.reducer().knowsIds();
  }

  private boolean isOf(Type type, @Nullable Object value) {
    return type instanceof Class<?> raw
        && (value == null
            || (raw == value.getClass() && Immutables.isCertain(raw))
            || (raw.isEnum() && raw.isInstance(value))
            || proven.contains(new Alternative(raw, value.getClass())))
        && Immutables.isFrozen(value, Immutables.Maker.NODE);
  }

  /**
   * A case of a sealed type whose name came back from JSON once comes back always, if the rest of
   * it does for certain.
   */
  private record Alternative(Type declared, Class<?> found) {}

  private void prove(@Nullable Object back, Channel<?> channel) {
    if (channel instanceof ListChannel<?> list && back instanceof List<?> elements) {
      elements.forEach(element -> prove(list.elementType(), element));
    } else {
      prove(channel.writeType(), back);
    }
  }

  private void prove(Type declared, @Nullable Object back) {
    if (declared instanceof Class<?> raw
        && raw.isSealed()
        && back != null
        && Immutables.isCertain(back.getClass())) {
      proven.add(new Alternative(raw, back.getClass()));
    }
  }

  @Nullable Object copy(Object value, Channel<?> channel) {
    Object written = asWritten(value, channel);
    JsonNode tree = codec.tree(written, channel.name(), channel.writeType());
    Object back = codec.read(tree, channel);
    boolean isSame =
        value instanceof JsonNode
            ? RoundTrip.takes(codec.toJson(back), tree)
            : RoundTrip.covers(codec.toJson(back), tree) && RoundTrip.isSame(written, back);
    if (isSame) {
      prove(back, channel);
      return back;
    }
    throw new InvalidValueException(
        channel.name(),
        channel.writeType().getTypeName(),
        value instanceof JsonNode json ? found(json) : found(value, back));
  }

  private static String found(Object value, @Nullable Object back) {
    return value.getClass().getTypeName()
        + ", which is not the same when it comes back from JSON: "
        + shortened(back == null ? "" : back.getClass().getTypeName() + " " + back);
  }

  /** What came from outside has no class that its sender knows. */
  private static String found(JsonNode value) {
    return "the JSON "
        + value.getNodeType().name().toLowerCase(Locale.ROOT)
        + " "
        + shortened(value.toString());
  }

  /** One element stands for a list of it. */
  private static Object asWritten(Object value, Channel<?> channel) {
    return channel instanceof ListChannel<?>
            && !(value instanceof Collection<?>)
            && !(value instanceof JsonNode)
            && !value.getClass().isArray()
        ? List.of(value)
        : value;
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }
}
