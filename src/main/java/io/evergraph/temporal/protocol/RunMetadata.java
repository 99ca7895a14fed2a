package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Segment;
import io.evergraph.runtime.codec.StateCodec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a run have in common.
 *
 * @param context what the caller passed with the run, plain values by name; null for nothing, and
 *     where it is read by reference
 * @param byReference true where the context is too large for each task: a worker asks the workflow
 *     for it; null for others
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunMetadata(
    String graph,
    String version,
    String id,
    List<String> tags,
    @Nullable JsonNode context,
    @Nullable Boolean byReference) {
  private static final int INLINE_CONTEXT = 512;
  private static final long FIXED_BYTES = 150;

  public RunMetadata {
    tags = List.copyOf(Objects.requireNonNullElse(tags, List.of()));
  }

  public static RunMetadata of(GraphSpec spec, Segment segment, StateCodec codec) {
    Map<String, Object> context = segment.settings().context();
    return new RunMetadata(
        spec.name(),
        spec.version(),
        segment.runId(),
        segment.settings().tags(),
        context.isEmpty() ? null : codec.toJson(context),
        null);
  }

  /** Returns this as each task is given it: a large context by reference. */
  public RunMetadata compact() {
    return context == null || context.toString().length() <= INLINE_CONTEXT
        ? this
        : new RunMetadata(graph, version, id, tags, null, true);
  }

  public boolean refersToContext() {
    return Boolean.TRUE.equals(byReference);
  }

  public long bytes() {
    return FIXED_BYTES
        + (context == null ? 0 : context.toString().length())
        + tags.stream().mapToLong(String::length).sum();
  }
}
