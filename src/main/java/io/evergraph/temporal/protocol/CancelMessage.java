package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.OnCancel;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to stop the run in progress, as JSON: {@code {}}, or {@code {"writes":"rollback"}}; or
 * to stop one run, be it in progress or waiting for its turn: {@code {"run":"<id>"}}.
 *
 * @param run the id of the run; null for the one in progress, whichever that is
 * @param writes what becomes of what the run wrote; null keeps it
 */
@JsonTypeName("cancel")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CancelMessage(
    @Nullable String id,
    @Nullable String run,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES) @Nullable OnCancel writes)
    implements ThreadMessage {
  public static CancelMessage keeping(String id) {
    return new CancelMessage(id, null, null);
  }

  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public CancelMessage completed(String otherId) {
    return new CancelMessage(Optional.ofNullable(id).orElse(otherId), run, writes);
  }

  public OnCancel writesOrKeep() {
    return Optional.ofNullable(writes).orElse(OnCancel.KEEP);
  }

  @Override
  public Input input(BoundGraph bound) {
    return new Input.Cancel();
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return bound.progress().cancel(writesOrKeep(), id(), bound.now());
  }
}
