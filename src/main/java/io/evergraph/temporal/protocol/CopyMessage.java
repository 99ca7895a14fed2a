package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.codec.CheckpointCodec;
import io.evergraph.runtime.thread.ThreadCopy;
import java.util.Optional;

/**
 * Where another thread stands, for a thread that begins there.
 *
 * @param head the other thread's checkpoint, as {@link CheckpointCodec} writes it
 */
@JsonTypeName("copy")
public record CopyMessage(String id, String graph, JsonNode head) implements ThreadMessage {
  @Override
  public CopyMessage completed(String otherId) {
    return this;
  }

  @Override
  public Optional<String> graphToBind() {
    return Optional.of(graph);
  }

  @Override
  public Input input(BoundGraph bound) {
    Checkpoint other = new CheckpointCodec(bound.codec(), bound.code()).read(head);
    return ThreadCopy.from(other, bound.code(), id, bound.now());
  }
}
