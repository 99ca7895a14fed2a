package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.temporal.payload.Referable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values written to the state from outside, as JSON: {@code {"update":{"customer":"Ada"}}}, or
 * {@code {"updates":[{"update":{…},"asNode":"a"},{"update":{…},"asNode":"b"}]}}.
 *
 * @param graph binds a thread that has no graph yet; null where it has one
 * @param update values by channel, or a list of writes
 * @param asNode the node in whose name it is made; null leaves the plan as it is
 * @param updates several updates of one superstep, instead of the one
 * @param namespace the subgraph whose state is written; null for the graph itself
 */
@JsonTypeName("updateState")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record UpdateStateMessage(
    @Nullable String id,
    @Nullable String graph,
    @Nullable JsonNode update,
    @Nullable String asNode,
    @Nullable List<Part> updates,
    @Nullable String namespace)
    implements ThreadMessage, Referable {
  /**
   * One update.
   *
   * @param update values by channel, or a list of writes
   * @param asNode the node in whose name it is made; null leaves the plan as it is
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Part(@Nullable JsonNode update, @Nullable String asNode) {}

  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  /** Returns the updates, however they came. */
  public List<Part> parts() {
    return updates == null || updates.isEmpty() ? List.of(new Part(update, asNode)) : updates;
  }

  @Override
  public UpdateStateMessage completed(String otherId) {
    return new UpdateStateMessage(
        Optional.ofNullable(id).orElse(otherId), graph, update, asNode, updates, namespace);
  }

  public String frame() {
    return Optional.ofNullable(namespace).orElse(Frame.ROOT);
  }

  @Override
  public Optional<String> graphToBind() {
    return Optional.ofNullable(graph);
  }

  @Override
  public void check(ProjectedThread ahead) {
    ahead.requireRest("an edit of its state");
  }

  @Override
  public Input input(BoundGraph bound) {
    return new Input.StateEdit(id(), frame(), bound.edits(parts(), frame()), bound.settings());
  }
}
