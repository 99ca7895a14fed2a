package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.NodeEdit;
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
 * The order to take an earlier checkpoint up again, as JSON: {@code {"checkpoint":3}}, or {@code
 * {"checkpoint":3,"updates":[{"update":{…},"asNode":"b"}]}}.
 *
 * @param branch where the new checkpoint stands; null stands for under the old one
 * @param updates what is written on the way; null for nothing
 * @param past the checkpoint, where it is kept by an earlier execution; null where it is kept here
 */
@JsonTypeName("fork")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ForkMessage(
    @Nullable String id,
    long checkpoint,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES)
        Input.Fork.@Nullable Branch branch,
    @Nullable List<UpdateStateMessage.Part> updates,
    @Nullable JsonNode past)
    implements ThreadMessage, Referable {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  public List<UpdateStateMessage.Part> parts() {
    return Optional.ofNullable(updates).orElse(List.of());
  }

  @Override
  public ForkMessage completed(String otherId) {
    return new ForkMessage(
        Optional.ofNullable(id).orElse(otherId), checkpoint, branch, updates, past);
  }

  /** What was read from the thread counts apart from what the sender has written. */
  @Override
  public void requireSmall(SizeGuard guard, StateCodec codec) {
    guard.requireMessage(kind(), new ForkMessage(id, checkpoint, branch, updates, null), codec);
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
    CheckpointBundle from = sent.orElseGet(() -> bound.progress().past(checkpoint));
    List<NodeEdit> edits = bound.edits(parts(), from.commit().namespace());
    Input.Fork.Branch where = Optional.ofNullable(branch).orElse(Input.Fork.Branch.CHILD);
    return new Input.Fork(id(), from.commit(), from.turn(), where, edits, bound.settings());
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    Optional<CheckpointBundle> sent = bound.past(past);
    sent.ifPresent(bound.progress()::remember);
    return bound.progress().accept(input(bound, sent), bound.now());
  }
}
