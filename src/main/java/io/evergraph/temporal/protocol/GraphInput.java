package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.temporal.payload.Referable;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The argument that a thread's workflow is started with, as JSON: {@code
 * {"submit":{"graph":"refunds","input":{…}}}} runs a graph alone, {@code {}} opens a thread.
 *
 * @param submit the first input; null when it comes later, or not from the starter
 * @param metadata what the creator notes on the thread
 * @param limits how much one execution of the workflow takes on; null for the usual
 * @param saving that the thread is saved in a checkpoint store, too; null where there is none
 * @param carried what the execution before handed on, or the thread that this one is a copy of;
 *     null in the first one
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record GraphInput(
    @Nullable SubmitMessage submit,
    @Nullable Map<String, Object> metadata,
    @Nullable ExecutionLimits limits,
    @Nullable Saving saving,
    @Nullable ContinuedState carried)
    implements Referable {
  public static GraphInput opening(@Nullable Map<String, Object> metadata) {
    return new GraphInput(null, metadata, null, null, null);
  }

  public static GraphInput alone(SubmitMessage submit) {
    return new GraphInput(submit, null, null, null, null);
  }

  public static GraphInput copying(ContinuedState copy, Map<String, Object> metadata) {
    return new GraphInput(null, metadata, null, null, copy);
  }

  /** Returns the input of a thread that works for this one: as long, and saved like it. */
  public GraphInput calling(SubmitMessage call) {
    Saving how = saving == null ? null : Saving.begun(null);
    return alone(call).within(limitsOrUsual()).saved(how);
  }

  public GraphInput within(ExecutionLimits most) {
    ExecutionLimits other = most.equals(ExecutionLimits.USUAL) ? null : most;
    return new GraphInput(submit, metadata, other, saving, carried);
  }

  public GraphInput saved(@Nullable Saving how) {
    return new GraphInput(submit, metadata, limits, how, carried);
  }

  public GraphInput continued(ContinuedState more, @Nullable Saving how) {
    return new GraphInput(null, metadata, limits, how, more);
  }

  public ExecutionLimits limitsOrUsual() {
    return Optional.ofNullable(limits).orElse(ExecutionLimits.USUAL);
  }

  public GraphInput fromOutside() {
    return new GraphInput(submit, metadata, null, null, null);
  }

  /** Returns what {@link ContinuedState#called} was handed on. */
  public Map<String, String> calledBefore() {
    return carried == null ? Map.of() : carried.called();
  }

  public Map<String, Object> metadataOrNone() {
    return Optional.ofNullable(metadata).orElse(Map.of());
  }
}
