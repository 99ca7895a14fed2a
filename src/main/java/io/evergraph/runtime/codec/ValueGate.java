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
import org.jspecify.annotations.Nullable;

/**
 * The gate of the state: values pass that fit their channel, come back from JSON as they are and
 * cannot be changed afterwards; others are copied or refused.
 */
final class ValueGate {
  private final StateCodec codec;

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
  private static boolean fits(Object value, Channel<?> channel) {
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

  private static boolean isOf(Type type, @Nullable Object value) {
    return type instanceof Class<?> raw
        && (value == null
            || (raw == value.getClass() && Immutables.isCertain(raw))
            || (raw.isEnum() && raw.isInstance(value)))
        && Immutables.isFrozen(value, Immutables.Maker.NODE);
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
        + JsonMisfit.shortened(back == null ? "" : back.getClass().getTypeName() + " " + back);
  }

  /** What came from outside has no class that its sender knows. */
  private static String found(JsonNode value) {
    return "the JSON "
        + value.getNodeType().name().toLowerCase(Locale.ROOT)
        + " "
        + JsonMisfit.shortened(value.toString());
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
}
