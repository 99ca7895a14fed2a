package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.runtime.RunMode;
import io.evergraph.temporal.payload.CompressedJson;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one execution of a thread's workflow hands to the next one.
 *
 * @param graph the topology that was recorded; null before the first run
 * @param progress where the thread stands, as {@link io.evergraph.runtime.thread.ProgressCodec}
 *     writes it; null before the first run; packed where it is large
 * @param inbox the messages that are not applied, in the form of {@link ThreadMessage#write}
 * @param arrived when each of them came, in the same order
 * @param seen the ids of messages that came before, oldest first
 * @param earlier the executions before, oldest first
 * @param heard the run of the latest call by the task that the thread works for; null for none
 * @param called the run of the latest call of each task that another thread works for, by its id
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ContinuedState(
    @Nullable JsonNode graph,
    @Nullable JsonNode progress,
    RunMode mode,
    long stops,
    Instant created,
    List<JsonNode> inbox,
    List<Instant> arrived,
    List<String> seen,
    List<PreviousExecution> earlier,
    @Nullable String heard,
    Map<String, String> called) {
  public ContinuedState {
    inbox = List.copyOf(Objects.requireNonNullElse(inbox, List.of()));
    arrived = List.copyOf(Objects.requireNonNullElse(arrived, List.of()));
    seen = List.copyOf(Objects.requireNonNullElse(seen, List.of()));
    earlier = List.copyOf(Objects.requireNonNullElse(earlier, List.of()));
    called =
        Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNullElse(called, Map.of())));
  }

  /** Returns this with a progress that takes less room. */
  public ContinuedState packed(ObjectMapper mapper) {
    JsonNode whole = progress;
    return new ContinuedState(
        graph,
        whole == null ? null : CompressedJson.pack(whole, mapper),
        mode,
        stops,
        created,
        inbox,
        arrived,
        seen,
        earlier,
        heard,
        called);
  }

  public @Nullable JsonNode wholeProgress(ObjectMapper mapper) {
    JsonNode written = progress;
    return written == null ? null : CompressedJson.unpack(written, mapper);
  }
}
