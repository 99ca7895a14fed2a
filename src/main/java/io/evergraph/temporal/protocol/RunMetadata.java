package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.CallSite;
import io.evergraph.pregel.Segment;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.SizeGuard;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a run have in common.
 *
 * @param turn the run that the input of the turn began; null for the run itself
 * @param context what the caller passed with the run, plain values by name; null for nothing, and
 *     where it is read by reference
 * @param byReference whether the context is too large for each task, so that a worker asks the
 *     workflow for it
 * @param sites where the run stands on the threads that it works for, the nearest one first
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunMetadata(
    String graph,
    String version,
    String id,
    @Nullable String turn,
    List<String> tags,
    @Nullable JsonNode context,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean byReference,
    List<CallSite> sites) {
  private static final int INLINE_CONTEXT = 512;

  public RunMetadata {
    tags = List.copyOf(Objects.requireNonNullElse(tags, List.of()));
    sites = List.copyOf(Objects.requireNonNullElse(sites, List.of()));
  }

  public static RunMetadata of(GraphSpec spec, Segment segment, StateCodec codec) {
    Map<String, Object> context = segment.settings().context();
    return new RunMetadata(
        spec.name(),
        spec.version(),
        segment.runId(),
        segment.turn(),
        segment.settings().tags(),
        context.isEmpty() ? null : codec.toJson(context),
        false,
        segment.settings().sites());
  }

  /** Returns this as each task is given it: a large context by reference. */
  public RunMetadata compact() {
    return context == null || context.toString().length() <= INLINE_CONTEXT
        ? this
        : new RunMetadata(graph, version, id, turn, tags, null, true, sites);
  }

  public String turnId() {
    return Objects.requireNonNullElse(turn, id);
  }

  /** Returns this as a task is given it that could not get the context: with it, if it may be. */
  public RunMetadata resent() {
    return context == null || context.toString().length() <= SizeGuard.INLINE_STATE_BYTES
        ? this
        : compact();
  }
}
