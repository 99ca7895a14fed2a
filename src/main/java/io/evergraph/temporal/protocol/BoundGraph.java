package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.CheckpointBundle;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thread's graph and its progress on it, as messages see them. */
public interface BoundGraph {
  StateCodec codec();

  AnswerSchemas schemas();

  ThreadProgress progress();

  default Pregel pregel() {
    return progress().pregel();
  }

  default Graph code() {
    return pregel().graph();
  }

  Instant now();

  MigrationPlan migration(String version);

  /**
   * Returns the engine of another version of the graph, whose topology is recorded.
   *
   * @throws io.evergraph.error.UnknownGraphException when this worker does not have that version:
   *     it fails the workflow task, which waits so for a worker that has it
   */
  Pregel engine(String version);

  /**
   * Does a check whose verdict is recorded: another version of it may come to another one, and a
   * replay must not.
   *
   * @throws GraphException the recorded verdict
   */
  void checkOnRecord(Runnable check);

  /**
   * Reads what a task gave with the types of its channels. A value that does not fit here was
   * written by a worker with other types: the task fails, in every replay too.
   */
  TaskResult read(String taskId, Supplier<TaskResult> reading);

  default StateSchema schema() {
    return pregel().schema(progress().at().root());
  }

  /** Returns the ids of the tasks that have begun and have not ended. */
  Set<String> underWay();

  /** Returns the settings of a run that nobody asked anything of. */
  default RunSettings settings() {
    return RunOptions.defaults().settingsFor(pregel().spec());
  }

  /**
   * Returns the writes of a message, with the types of their channels.
   *
   * @param tree values by channel, or a list of writes
   * @param writer what writes, for the message of a misfit
   */
  default StateUpdate update(@Nullable JsonNode tree, StateSchema schema, String writer) {
    return new StateUpdate(
        codec().bind(new CompactJson(codec()).writes(tree, writer), schema, writer));
  }

  default List<NodeEdit> edits(List<UpdateStateMessage.Part> parts, String namespace) {
    StateSchema schema = Namespaces.graphOf(code(), namespace).schema();
    return parts.stream()
        .map(part -> new NodeEdit(update(part.update(), schema, "the edit"), part.asNode()))
        .toList();
  }

  /** Returns a checkpoint that an earlier execution keeps; empty where none was sent along. */
  default Optional<CheckpointBundle> past(@Nullable JsonNode sent) {
    return Optional.ofNullable(sent).map(new ProgressCodec(codec(), code())::readPast);
  }
}
