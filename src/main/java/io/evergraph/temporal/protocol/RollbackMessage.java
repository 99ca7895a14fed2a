package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.CheckpointBundle;
import io.evergraph.runtime.thread.UnboundThread;
import io.evergraph.temporal.payload.Referable;
import io.evergraph.temporal.payload.SizeGuard;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to go back to a checkpoint as the thread left it, as JSON: {@code {"checkpoint":3}}.
 *
 * @param checkpoint the number of the checkpoint; 0 stands before the first
 * @param past the checkpoint, where it is kept by an earlier execution; null where it is kept here
 */
@JsonTypeName("rollback")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RollbackMessage(@Nullable String id, long checkpoint, @Nullable JsonNode past)
    implements ThreadMessage, Referable {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public RollbackMessage completed(String otherId) {
    return new RollbackMessage(Optional.ofNullable(id).orElse(otherId), checkpoint, past);
  }

  /** What was read from the thread counts apart from what the sender has written. */
  @Override
  public void requireSmall(SizeGuard guard, StateCodec codec) {
    guard.requireMessage(kind(), new RollbackMessage(id, checkpoint, null), codec);
    guard.requirePast(past);
  }

  @Override
  public GraphException withoutGraph(String thread) {
    return UnboundThread.withoutRun(thread, checkpoint);
  }

  @Override
  public void check(ProjectedThread ahead) {
    ahead.requireRest("an edit of its state");
  }

  @Override
  public Input input(BoundGraph bound) {
    return input(bound, bound.past(past));
  }

  private Input input(BoundGraph bound, Optional<CheckpointBundle> sent) {
    return sent.<Input>map(it -> new Input.Rollback(id(), it.stood()))
        .orElseGet(() -> bound.progress().rollback(id(), checkpoint));
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    Optional<CheckpointBundle> sent = bound.past(past);
    sent.ifPresent(bound.progress()::remember);
    return bound.progress().accept(input(bound, sent), bound.now());
  }
}
