package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.temporal.payload.Referable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to go back to a checkpoint as the thread left it, as JSON: {@code {"checkpoint":3}}.
 *
 * @param id the id of the rollback; null lets the receiver choose
 * @param checkpoint the number of the checkpoint; 0 stands before the first
 * @param past the checkpoint, where it is kept by an earlier execution; null where it is kept here
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RollbackMessage(@Nullable String id, long checkpoint, @Nullable JsonNode past)
    implements ThreadMessage, Referable {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  public RollbackMessage completed(String otherId) {
    return new RollbackMessage(Optional.ofNullable(id).orElse(otherId), checkpoint, past);
  }

  @Override
  public RollbackMessage fromOutside() {
    return new RollbackMessage(id, checkpoint, null);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.goBack(this);
  }
}
