package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.PauseMode;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.thread.ThreadProgress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to pause the run in progress, as JSON: nothing, or {@code {"mode":"cut_tasks_short"}};
 * or to pause one run while it is in progress: {@code {"run":"<id>"}}.
 *
 * @param run the id of the run; null for the one in progress, whichever that is
 * @param mode what becomes of the tasks that run; null lets them finish
 */
@JsonTypeName("pause")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PauseMessage(
    @Nullable String id,
    @Nullable String run,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES) @Nullable PauseMode mode)
    implements ThreadMessage {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public PauseMessage completed(String otherId) {
    return new PauseMessage(Optional.ofNullable(id).orElse(otherId), run, mode);
  }

  @Override
  public Input input(BoundGraph bound) {
    return Input.Pause.of(
        Optional.ofNullable(mode).orElse(PauseMode.LET_TASKS_FINISH), bound.underWay());
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return isMeant(bound.progress()) ? ThreadMessage.super.apply(bound) : List.of();
  }

  private boolean isMeant(ThreadProgress progress) {
    return progress.isRunning() && (run == null || progress.at().isOf(run));
  }
}
