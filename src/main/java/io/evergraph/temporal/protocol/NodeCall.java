package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodeOptions;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.Trigger;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.payload.Referable;
import io.evergraph.temporal.payload.SizeGuard;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The argument of a task's activity: everything but the state, which is read by reference. Thread,
 * workflow run and node stand in the activity's own info; what is usual is left out.
 *
 * @param checkpoint the number of the checkpoint whose state it reads
 * @param digest the digest of that checkpoint; empty for what the workflow run began with
 * @param task the id of the task; null for the one that follows from thread, node and the rest
 * @param state the state itself, where it could not be had otherwise; null for nearly all
 * @param resent whether a worker could not get what it needs before
 * @param left how many supersteps the run may take after this one
 * @param namespace the frame; empty for the graph itself
 * @param index the position among the sends of the superstep, 0 for others
 * @param sent what a sent task reads as its state
 * @param entry what a route-only task stands on
 * @param edited what a task reads in place of some values of its checkpoint
 * @param failure how the task failed that this one stands in for; null for others
 * @param live what the channels that live for one run hold; null when they hold nothing
 * @param timeout the longest silence of a sent task; null for that of its node
 * @param options what the caller wants otherwise than the graph says; null for nothing
 * @param room how many bytes a local task may give back; null for as many as any
 * @param tried how often the node has failed before this activity
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeCall(
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long checkpoint,
    String digest,
    RunMetadata run,
    @Nullable String task,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode state,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean resent,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int step,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int left,
    String namespace,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int index,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode sent,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode entry,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode edited,
    @Nullable NodeFailure failure,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode live,
    Map<String, @Nullable Object> answers,
    @Nullable Duration timeout,
    @Nullable NodeOptions options,
    @Nullable Long room,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int tried)
    implements Referable {
  private static final long FIXED_BYTES = 450;

  public NodeCall {
    digest = Objects.requireNonNullElse(digest, StateLineage.OF_BEGINNING);
    namespace = Objects.requireNonNullElse(namespace, Frame.ROOT);
    answers = Objects.requireNonNullElse(answers, Map.of());
  }

  /**
   * Returns the call of a task.
   *
   * @param digest the digest of its checkpoint
   * @param remaining how many supersteps the run may take after the task's own
   */
  public static NodeCall of(
      Task task, Checkpoint at, RunMetadata run, String digest, int remaining, StateCodec codec) {
    CallOptions asked = at.lastSegment().orElseThrow().settings().callOptions();
    NodeOptions options = asked.of(Namespaces.path(task));
    State live = at.frame(task.namespace()).map(Frame::live).orElseGet(State::empty);
    TaskInput input = TaskInput.with(task.trigger(), new CompactJson(codec));
    return new NodeCall(
        task.checkpoint(),
        digest,
        run,
        task.isUsual(at.thread()) ? null : task.id(),
        null,
        false,
        task.step(),
        remaining,
        task.namespace(),
        task.index(),
        input.sent(),
        input.entry(),
        input.edited(),
        input.failure(),
        live.values().isEmpty() ? null : codec.toJson(live),
        task.answers(),
        input.timeout(),
        options.changesNothing() ? null : options,
        null,
        0);
  }

  /** Returns this call of a local task that may give so many bytes back, and run as options say. */
  public NodeCall within(long bytes, NodeOptions limits) {
    NodeOptions own = Optional.ofNullable(options).orElse(NodeOptions.NONE).with(limits);
    return with(
        run,
        state,
        resent,
        own.changesNothing() ? null : own,
        bytes >= SizeGuard.PAYLOAD_BYTES ? null : bytes,
        tried);
  }

  /** Returns this call of a task whose node has failed so many times already. */
  public NodeCall after(int failures) {
    return with(run, state, resent, options, room, failures);
  }

  /**
   * Returns this call with what a worker could not get, or with the order to go on trying.
   *
   * @param inlineRun the metadata of the run, with its context where that can be sent along
   * @param inlineState the state; null for what is too large to be sent along
   */
  public NodeCall resent(RunMetadata inlineRun, @Nullable JsonNode inlineState) {
    return with(inlineRun, inlineState, true, options, room, tried);
  }

  private NodeCall with(
      RunMetadata otherRun,
      @Nullable JsonNode otherState,
      boolean isResent,
      @Nullable NodeOptions otherOptions,
      @Nullable Long otherRoom,
      int failures) {
    return new NodeCall(
        checkpoint,
        digest,
        otherRun,
        task,
        otherState,
        isResent,
        step,
        left,
        namespace,
        index,
        sent,
        entry,
        edited,
        failure,
        live,
        answers,
        timeout,
        otherOptions,
        otherRoom,
        failures);
  }

  /** Returns about how many bytes this has as JSON. */
  public long bytes(JsonSize size) {
    List<@Nullable Object> ofRun = Arrays.asList(run.context(), run.tags(), run.sites());
    return FIXED_BYTES
        + size.of(ofRun)
        + size.of(Arrays.asList(state, sent, entry, edited, failure, live, answers, options));
  }

  public String taskId(String thread, String node) {
    return task == null ? Task.usualId(thread, checkpoint, namespace, node, index) : task;
  }

  /** Returns the task that this calls for, with values of the types that its graph declares. */
  public Task task(String thread, String node, StateCodec codec, StateSchema schema) {
    Trigger trigger = trigger(codec, schema);
    return new Task(
        taskId(thread, node), namespace, node, index, trigger, checkpoint, step, answers);
  }

  private Trigger trigger(StateCodec codec, StateSchema schema) {
    Trigger origin = new Trigger.Edges();
    if (edited != null) {
      origin = new Trigger.Edited(given(edited, codec, schema));
    } else if (sent != null) {
      origin = new Trigger.Sent(given(sent, codec, schema), Optional.ofNullable(timeout));
    } else if (entry != null) {
      origin = new Trigger.RouteOnly(given(entry, codec, schema));
    }
    return failure == null ? origin : new Trigger.Handling(origin, failure);
  }

  private static StateUpdate given(JsonNode tree, StateCodec codec, StateSchema schema) {
    List<Write> writes = new CompactJson(codec).writes(tree, "a task's input");
    return codec.bindInput(new StateUpdate(writes), schema);
  }

  /** What a task was given beside its checkpoint. */
  private record TaskInput(
      @Nullable JsonNode sent,
      @Nullable JsonNode entry,
      @Nullable JsonNode edited,
      @Nullable Duration timeout,
      @Nullable NodeFailure failure) {

    static TaskInput with(Trigger trigger, CompactJson json) {
      return trigger.match(
          edges -> new TaskInput(null, null, null, null, null),
          edited -> new TaskInput(null, null, json.write(edited.values().writes()), null, null),
          sent ->
              new TaskInput(
                  json.write(sent.input().writes()), null, null, sent.timeout().orElse(null), null),
          entry -> new TaskInput(null, json.write(entry.update().writes()), null, null, null),
          handling -> with(handling.origin(), json).after(handling.failure()));
    }

    private TaskInput after(NodeFailure handled) {
      return new TaskInput(sent, entry, edited, timeout, handled);
    }
  }
}
