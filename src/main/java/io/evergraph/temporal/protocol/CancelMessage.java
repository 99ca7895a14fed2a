package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.runtime.OnCancel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to stop the run in progress, as JSON: {@code {}}, or {@code {"writes":"rollback"}}.
 *
 * @param id the id of the message; null lets the receiver choose
 * @param writes what becomes of what the run wrote; null keeps it
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CancelMessage(
    @Nullable String id,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES) @Nullable OnCancel writes)
    implements ThreadMessage {
  /** Returns the order that keeps the writes. */
  public static CancelMessage keeping(String id) {
    return new CancelMessage(id, null);
  }

  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  public OnCancel writesOrKeep() {
    return Optional.ofNullable(writes).orElse(OnCancel.KEEP);
  }

  public CancelMessage completed(String otherId) {
    return new CancelMessage(Optional.ofNullable(id).orElse(otherId), writes);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.cancel(this);
  }
}
