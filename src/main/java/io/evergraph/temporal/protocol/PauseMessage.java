package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.PauseMode;
import io.evergraph.pregel.Input;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to pause the run in progress, as JSON: nothing, or {@code {"mode":"cut_tasks_short"}}.
 *
 * @param mode what becomes of the tasks that run; null lets them finish
 */
@JsonTypeName("pause")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PauseMessage(
    @Nullable String id,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES) @Nullable PauseMode mode)
    implements ThreadMessage {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public PauseMessage completed(String otherId) {
    return new PauseMessage(Optional.ofNullable(id).orElse(otherId), mode);
  }

  @Override
  public Input input(BoundGraph bound) {
    return new Input.Pause(Optional.ofNullable(mode).orElse(PauseMode.LET_TASKS_FINISH));
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return bound.progress().isRunning() ? ThreadMessage.super.apply(bound) : List.of();
  }
}
