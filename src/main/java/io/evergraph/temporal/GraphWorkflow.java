package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Interrupt;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A thread as a workflow: its id is the thread's, its messages are what doors, the {@code temporal}
 * program and the web page of Temporal send. Everything is plain JSON.
 *
 * <p>Updates check, take in and acknowledge at once; the outcome is followed as events.
 */
@WorkflowInterface
public interface GraphWorkflow {
  /** The workflow type. */
  String TYPE = "Graph";

  /**
   * Interprets the thread.
   *
   * @return the final state of a run alone, as plain values by channel
   */
  @WorkflowMethod(name = TYPE)
  @Nullable Object run(GraphInput input);

  /** Takes a new input in. */
  @UpdateMethod(name = "submit")
  Ack submit(Submit message);

  /** Refuses an input that cannot be taken in. */
  @UpdateValidatorMethod(updateName = "submit")
  void checkSubmit(Submit message);

  /**
   * Takes answers in.
   *
   * @param message the forms that {@link Resume} describes
   */
  @UpdateMethod(name = "answer")
  Ack answer(JsonNode message);

  /** Refuses answers that do not fit what is open. */
  @UpdateValidatorMethod(updateName = "answer")
  void checkAnswer(JsonNode message);

  /** Goes on with what a stopped run left. */
  @UpdateMethod(name = "proceed")
  Ack proceed(Proceed message);

  /** Refuses to go on where nothing is left to do. */
  @UpdateValidatorMethod(updateName = "proceed")
  void checkProceed(Proceed message);

  /** Writes to the state of a thread that has no run in progress. */
  @UpdateMethod(name = "updateState")
  Ack updateState(Edit message);

  /** Refuses an edit that cannot be made. */
  @UpdateValidatorMethod(updateName = "updateState")
  void checkUpdateState(Edit message);

  /**
   * Does what {@code answer} does, for those who can only signal; what cannot be taken in becomes
   * an event.
   *
   * @param message the forms that {@link Resume} describes
   */
  @SignalMethod(name = "resume")
  void resume(JsonNode message);

  /** Stops the run in progress, if any. */
  @SignalMethod(name = "cancel")
  void cancel();

  /** Returns how the thread is doing, without its state. */
  @QueryMethod(name = "status")
  ThreadView status();

  /** Returns how a run is doing. */
  @QueryMethod(name = "run")
  RunView runView(String runId);

  /** Returns the state as plain values by channel. */
  @QueryMethod(name = "state")
  Map<String, @Nullable Object> state();

  /** Returns the open questions. */
  @QueryMethod(name = "interrupts")
  List<Interrupt> interrupts();

  /**
   * Returns events.
   *
   * @param from the number of the first; 1, or nothing, stands for the beginning
   */
  @QueryMethod(name = "events")
  EventPage events(@Nullable Long from);

  /** Returns the graph as Mermaid text. */
  @QueryMethod(name = "diagram")
  String diagram();

  /** Returns what leads to the state of a checkpoint, page by page. */
  @QueryMethod(name = "checkpoint")
  StatePage checkpoint(StateRequest request);
}
