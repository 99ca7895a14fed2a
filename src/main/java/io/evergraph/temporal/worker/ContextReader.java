package io.evergraph.temporal.worker;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.evergraph.error.StateMissingException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.NodeCall;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.WorkflowClient;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the callers of runs passed with them: from the task, or where it is too large for that
 * from the thread's workflow, once a run. Blocks. Safe for use by several threads.
 */
final class ContextReader {
  private static final long HELD_CHARACTERS = 16_000_000;

  private final WorkflowClient client;
  private final StateCodec codec;
  private final Cache<Key, JsonNode> held =
      Caffeine.newBuilder()
          .maximumWeight(HELD_CHARACTERS)
          .weigher((Key run, JsonNode context) -> context.toString().length())
          .build();

  ContextReader(TemporalConnection connection) {
    this.client = connection.client();
    this.codec = connection.codec();
  }

  private record Key(String thread, String execution, String run) {}

  /**
   * Returns the context of a task's run, as values of the task's own.
   *
   * @throws StateMissingException when it cannot be had
   */
  Map<String, Object> read(ActivityInfo activity, NodeCall call) {
    JsonNode context = call.run().byReference() ? ask(activity, call) : call.run().context();
    return context == null
        ? Map.of()
        : codec.mapper().convertValue(context, new TypeReference<Map<String, Object>>() {});
  }

  private JsonNode ask(ActivityInfo activity, NodeCall call) {
    Key run = new Key(activity.getWorkflowId(), activity.getWorkflowRunId(), call.run().id());
    try {
      return held.get(run, this::query);
    } catch (RuntimeException failure) {
      throw new StateMissingException(
              run.thread(),
              call.checkpoint(),
              "the context of the task's run cannot be had: " + Failures.reason(failure))
          .causedBy(failure);
    }
  }

  private JsonNode query(Key run) {
    @Nullable JsonNode context =
        client
            .newUntypedWorkflowStub(run.thread(), Optional.of(run.execution()), Optional.empty())
            .query("context", JsonNode.class, run.run());
    return Optional.ofNullable(context)
        .orElseThrow(() -> new IllegalStateException("the run is not in progress"));
  }
}
