package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.temporal.payload.Referable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a task tells the thread that works for it: to go on. Where nothing is left to do for it, it
 * only has the thread report how it stands.
 *
 * @param run the run of the task's thread; the thread's own run gets the same id
 * @param answers the answers that the task was given, by interrupt id; null for none
 */
@JsonTypeName("call")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CallMessage(
    @Nullable String id,
    String run,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable Map<String, @Nullable Object> answers)
    implements ThreadMessage, Referable {
  public CallMessage {
    Objects.requireNonNull(run, "run");
  }

  public static CallMessage of(String run, Map<String, @Nullable Object> answers) {
    return new CallMessage(null, run, new LinkedHashMap<>(answers));
  }

  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public CallMessage completed(String otherId) {
    return new CallMessage(Optional.ofNullable(id).orElse(otherId), run, answers);
  }

  @Override
  public boolean waitsForGraph() {
    return true;
  }

  @Override
  public Input input(BoundGraph bound) {
    return goOn(bound).orElseGet(() -> new Input.Continue(run, Steering.NONE));
  }

  private Optional<Input> goOn(BoundGraph bound) {
    return ChildReport.goOn(bound.progress(), run, Optional.ofNullable(answers).orElse(Map.of()));
  }

  @Override
  public Checkpoint preview(BoundGraph bound, Checkpoint at) {
    return goOn(bound).isEmpty() ? at : ThreadMessage.super.preview(bound, at);
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return goOn(bound).isEmpty() ? List.of() : ThreadMessage.super.apply(bound);
  }
}
