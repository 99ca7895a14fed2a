package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.evergraph.temporal.protocol.ContinuedState;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.Saving;
import io.temporal.workflow.SideEffectOptions;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Lets another execution of the workflow go on in the place of this one, when the server suggests
 * it or the thread's own limits are reached. As many checkpoints come along whole as fit; the
 * others stay where they are.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
final class ContinueAsNew {
  /** Servers end a run that hands on more than 2 MB, unless it travels by reference. */
  private static final long MOST_BYTES = 1_700_000;

  /**
   * What is handed on stands in two histories: more than this is worth the work to make it small.
   */
  private static final long PLAIN_BYTES = 8_000;

  private static final long MOST_TIMES_SMALLER = 10;

  private static final SideEffectOptions CHECK =
      SideEffectOptions.newBuilder().setSummary("check of what would come along").build();

  private final InterpreterServices shared;
  private final GraphThread thread;
  private final TaskDispatch tasks;
  private final Optional<ThreadSaving> saving;
  private final GraphInput input;
  private final ExecutionLimits limits;
  private final long most;
  private long bytes;
  private long nextTry;
  private long untilNextTry = 50;

  ContinueAsNew(
      InterpreterServices shared,
      GraphThread thread,
      TaskDispatch tasks,
      Optional<ThreadSaving> saving,
      GraphInput input) {
    this.shared = shared;
    this.thread = thread;
    this.tasks = tasks;
    this.saving = saving;
    this.input = input;
    this.limits = input.limitsOrUsual();
    this.most = Math.max(MOST_BYTES, shared.guard().payloadBytes());
  }

  boolean isDue() {
    return thread.taken() + tasks.started() >= nextTry
        && (Workflow.getInfo().isContinueAsNewSuggested()
            || limits.areReached(thread.taken(), tasks.started()));
  }

  /** Continues as new; returns where too much would have to come along, to be tried again later. */
  Postponed leave() {
    Optional<GraphInput> next = fitting(MOST_BYTES).or(this::byReference);
    if (next.isPresent()) {
      Workflow.continueAsNew(next.get());
    }
    nextTry = thread.taken() + tasks.started() + untilNextTry;
    untilNextTry *= 2;
    return new Postponed(bytes, most);
  }

  /** Why this execution goes on though it has taken on enough. */
  record Postponed(long bytes, long most) {}

  /** Only some workers can hand on what does not fit otherwise: all go by what one has found. */
  private Optional<GraphInput> byReference() {
    Optional<GraphInput> own = most > MOST_BYTES ? fitting(most) : Optional.empty();
    boolean fits = Workflow.sideEffect(Boolean.class, own::isPresent, CHECK);
    return fits ? own.or(() -> Optional.of(handedOn(thread.carried(0, 0)))) : Optional.empty();
  }

  private Optional<GraphInput> fitting(long limit) {
    return RecordedOutcome.or(() -> tried(limit), Optional::empty);
  }

  private Optional<GraphInput> tried(long limit) {
    CarryOverEstimate estimate = CarryOverEstimate.of(shared.codec(), thread);
    bytes = estimate.least();
    if (bytes > MOST_TIMES_SMALLER * limit) {
      return Optional.empty();
    }
    if (bytes <= limit) {
      GraphInput whole = handedOn(thread.carried(estimate.checkpoints(), estimate.events()));
      if (bytes <= limit) {
        return Optional.of(whole);
      }
    }
    return Optional.of(handedOn(thread.carried(0, 0))).filter(any -> bytes <= limit);
  }

  private GraphInput handedOn(ContinuedState carried) {
    Saving saved = saving.map(ThreadSaving::carried).orElse(null);
    GraphInput next = input.continued(carried, saved);
    bytes = size(next);
    if (bytes > PLAIN_BYTES) {
      next = input.continued(carried.packed(shared.codec().mapper()), saved);
      bytes = size(next);
    }
    return next;
  }

  private long size(GraphInput next) {
    try {
      return shared.codec().mapper().writeValueAsBytes(next).length;
    } catch (JsonProcessingException misfit) {
      throw new IllegalStateException("Expected a thread to have a JSON form.", misfit);
    }
  }
}
