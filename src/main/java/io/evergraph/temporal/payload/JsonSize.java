package io.evergraph.temporal.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many bytes values are, in time that grows with the values and nothing else.
 *
 * @param codec measures what is neither text nor a collection
 */
public record JsonSize(StateCodec codec) {
  private static final long FIXED = 16;
  private static final long REPLY_BYTES = 200_000;
  private static final long ESCAPE_BYTES = 6;

  public static long exactly(@Nullable JsonNode tree) {
    return tree == null ? 0 : tree.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  public long ofContributions(List<TaskWrites> contributions) {
    return contributions.stream().mapToLong(each -> ofWrites(each.writes())).sum();
  }

  public long of(@Nullable Object value) {
    if (value instanceof JsonNode tree) {
      return of(tree);
    }
    if (value instanceof CharSequence text) {
      return FIXED + ofText(text.toString());
    }
    if (value instanceof Collection<?> elements) {
      return FIXED + ofAll(elements);
    }
    if (value instanceof Map<?, ?> map) {
      return FIXED + ofAll(map.keySet()) + ofAll(map.values());
    }
    return isShort(value) ? FIXED : FIXED + ofObject(value);
  }

  /** Whoever writes a value that has no JSON form says so. */
  private long ofObject(@Nullable Object value) {
    try {
      return codec.mapper().writeValueAsBytes(value).length;
    } catch (JsonProcessingException | StackOverflowError unwritable) {
      return 0;
    }
  }

  private static boolean isShort(@Nullable Object value) {
    return value == null
        || value instanceof Boolean
        || (value instanceof Number
            && !(value instanceof BigInteger)
            && !(value instanceof BigDecimal));
  }

  private long ofAll(Collection<?> values) {
    long bytes = 0;
    for (Object value : values) {
      bytes += of(value);
    }
    return bytes;
  }

  public long of(@Nullable JsonNode tree) {
    if (tree == null) {
      return 0;
    }
    if (tree.isTextual()) {
      return 2 + ofText(tree.textValue());
    }
    long bytes = tree.isContainerNode() ? 2 : tree.asText().length();
    Iterator<String> names = tree.fieldNames();
    while (names.hasNext()) {
      bytes += 4 + ofText(names.next());
    }
    for (JsonNode element : tree) {
      bytes += (tree.isArray() ? 1 : 0) + of(element);
    }
    return bytes;
  }

  private static long ofText(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      if (one < ' ') {
        bytes += ESCAPE_BYTES;
      } else if (one < 0x80) {
        bytes += one == '"' || one == '\\' ? 2 : 1;
      } else {
        bytes += one < 0x800 || Character.isSurrogate(one) ? 2 : 3;
      }
    }
    return bytes;
  }

  /** Returns views of tasks with their values, as far as those fit into one reply together. */
  public List<TaskView> limited(List<TaskView> tasks) {
    List<TaskView> limited = new ArrayList<>();
    long left = REPLY_BYTES;
    for (TaskView task : tasks) {
      left -= ofWrites(task.writes()) + ofWrites(task.given());
      limited.add(left < 0 ? task.withWrites(null).withGiven(null) : task);
    }
    return limited;
  }

  private long ofWrites(@Nullable List<Write> writes) {
    return writes == null ? 0 : writes.stream().mapToLong(write -> of(write.value())).sum();
  }
}
