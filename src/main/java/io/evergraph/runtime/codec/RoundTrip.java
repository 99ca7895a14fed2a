package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Compares what was written with what comes back from its JSON form. */
final class RoundTrip {
  private RoundTrip() {}

  /** Returns whether everything in one tree is in the other; that one may hold more defaults. */
  static boolean covers(JsonNode back, JsonNode written) {
    return covers(back, written, JsonNode::equals);
  }

  /**
   * Returns whether a tree that somebody sent was taken as it is, apart from fields that its type
   * does not have; a time has several texts, and a type that reads another kind of JSON than it
   * writes, as a message does a bare text, has a reader of its own that knows what it takes.
   */
  static boolean takes(JsonNode back, JsonNode sent) {
    return covers(back, sent, RoundTrip::isTaken);
  }

  private static boolean isTaken(JsonNode sent, JsonNode back) {
    boolean isOtherKind = !back.isNull() && sent.isContainerNode() != back.isContainerNode();
    return sent.equals(back)
        || back.isMissingNode()
        || isOtherKind
        || (sent.isTextual() && back.isTextual());
  }

  private static boolean covers(
      JsonNode back, JsonNode written, BiPredicate<JsonNode, JsonNode> areSame) {
    if (written.isObject() && back.isObject()) {
      Iterator<Map.Entry<String, JsonNode>> fields = written.fields();
      boolean covers = true;
      while (covers && fields.hasNext()) {
        Map.Entry<String, JsonNode> field = fields.next();
        covers = covers(back.path(field.getKey()), field.getValue(), areSame);
      }
      return covers;
    }
    if (written.isArray() && back.isArray()) {
      return written.size() == back.size() && allCovered(back, written, areSame);
    }
    if (written.isNumber() && back.isNumber()) {
      return written.asText().equals(back.asText()) || isSameNumber(written, back);
    }
    return written.isNull() ? back.isNull() || back.isMissingNode() : areSame.test(written, back);
  }

  private static boolean allCovered(
      JsonNode back, JsonNode written, BiPredicate<JsonNode, JsonNode> areSame) {
    for (int index = 0; index < written.size(); index++) {
      if (!covers(back.get(index), written.get(index), areSame)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a value is the same as the one that was written; what has no equality of its
   * own is told apart by its JSON form alone.
   */
  static boolean isSame(@Nullable Object written, @Nullable Object back) {
    if (written == null || back == null || written instanceof JsonNode) {
      return written == back || written instanceof JsonNode;
    }
    if (written instanceof Number one && back instanceof Number other) {
      return one.equals(other) || isSameNumber(one, other);
    }
    if (written instanceof Set<?> || back instanceof Set<?>) {
      return written.equals(back);
    }
    if (isSequence(written) && isSequence(back)) {
      return areSame(elements(written), elements(back));
    }
    if (written instanceof Map<?, ?> map) {
      return !(back instanceof Map<?, ?> other) || areSame(map, other);
    }
    return isSameValue(written, back);
  }

  private static boolean isSameValue(Object written, Object back) {
    if (written instanceof Optional<?> one && back instanceof Optional<?> other) {
      return isSame(one.orElse(null), other.orElse(null));
    }
    if (written instanceof Character || written instanceof CharSequence) {
      return written.toString().equals(back.toString());
    }
    if (written.getClass() != back.getClass()) {
      return false;
    }
    if (written.getClass().isRecord()) {
      return areSame(components(written), components(back));
    }
    return written.equals(back) || !hasEquality(written.getClass());
  }

  /** What holds a double was written from it, with the digits that Java gives it. */
  private static boolean isSameNumber(JsonNode written, JsonNode back) {
    return haveDigits(written.numberValue(), back.numberValue())
        && (written.decimalValue().compareTo(back.decimalValue()) == 0
            || DoubleTexts.isSameDouble(back.decimalValue(), written.decimalValue()));
  }

  private static boolean isSameNumber(Number written, Number back) {
    return haveDigits(written, back)
        && (decimal(written).compareTo(decimal(back)) == 0
            || (written instanceof BigDecimal sent
                && back instanceof Double number
                && DoubleTexts.isTextOf(number, sent)));
  }

  private static boolean haveDigits(Number written, Number back) {
    return DoubleTexts.hasDigits(written) && DoubleTexts.hasDigits(back);
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal exact ? exact : new BigDecimal(number.toString());
  }

  private static boolean isSequence(Object value) {
    return value instanceof Collection<?> || value.getClass().isArray();
  }

  private static List<@Nullable Object> elements(Object sequence) {
    if (sequence instanceof Collection<?> elements) {
      return new ArrayList<>(elements);
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (int index = 0; index < Array.getLength(sequence); index++) {
      elements.add(Array.get(sequence, index));
    }
    return elements;
  }

  private static boolean areSame(List<?> written, List<?> back) {
    if (written.size() != back.size()) {
      return false;
    }
    for (int index = 0; index < written.size(); index++) {
      if (!isSame(written.get(index), back.get(index))) {
        return false;
      }
    }
    return true;
  }

  private static boolean areSame(Map<?, ?> written, Map<?, ?> back) {
    Map<String, @Nullable Object> found = new HashMap<>();
    back.forEach((key, value) -> found.put(String.valueOf(key), value));
    return written.size() == back.size()
        && written.entrySet().stream()
            .allMatch(entry -> isSame(entry.getValue(), found.get(String.valueOf(entry.getKey()))));
  }

  private static List<@Nullable Object> components(Object owner) {
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : owner.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        values.add(component.getAccessor().invoke(owner));
      } catch (ReflectiveOperationException | RuntimeException closed) {
        return List.of(); // what cannot be looked into is told apart by its JSON form
      }
    }
    return values;
  }

  private static boolean hasEquality(Class<?> type) {
    try {
      return !Objects.equals(
          type.getMethod("equals", Object.class).getDeclaringClass(), Object.class);
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException("Every class has equals.", impossible);
    }
  }
}
