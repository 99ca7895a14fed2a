package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.Referable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a run have in common. They refer to it; a worker that does not hold it asks the
 * workflow.
 *
 * @param graph the name of the graph
 * @param version its version
 * @param run the run
 * @param context what the caller passed with the run, plain values by name; null for nothing
 * @param tags what the caller marked the run with
 * @param ahead by how much the number of the checkpoint that a task reads is usually greater than
 *     that of its superstep
 * @param last the last superstep that the run may usually take
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunFacts(
    String graph,
    String version,
    String run,
    @Nullable JsonNode context,
    List<String> tags,
    long ahead,
    int last)
    implements Referable.Reply {
  private static final long FIXED_BYTES = 200;

  /** Copies the tags; where they are missing there are none. */
  public RunFacts {
    tags = List.copyOf(Objects.requireNonNullElse(tags, List.of()));
  }

  /** Returns the superstep that usually reads a checkpoint. */
  int usualStep(long checkpoint) {
    return Math.toIntExact(checkpoint - ahead);
  }

  /** Returns how many supersteps the run may usually take after one. */
  int usuallyLeft(int step) {
    return last - step;
  }

  /** Returns what the caller passed, as values of the asker's own. */
  public Map<String, Object> contextValues(StateCodec codec) {
    return context == null
        ? Map.of()
        : codec.mapper().convertValue(context, new TypeReference<Map<String, Object>>() {});
  }

  /** Estimates how many bytes this is. */
  public long bytes() {
    return FIXED_BYTES
        + (context == null ? 0 : context.toString().length())
        + tags.stream().mapToLong(String::length).sum();
  }
}
