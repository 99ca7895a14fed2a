package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.HistoryQuery;
import io.temporal.common.converter.RawValue;
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
 * A thread as a workflow: its id is the thread's, its messages are what endpoints, the {@code
 * temporal} program and the web page of Temporal send. Everything is plain JSON.
 *
 * <p>Updates check, take in and acknowledge at once; the outcome is followed as events. Signals are
 * read by the thread itself: the client library logs and drops what it cannot read.
 */
@WorkflowInterface
public interface GraphWorkflow {
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
  Acknowledgement submit(SubmitMessage message);

  @UpdateValidatorMethod(updateName = "submit")
  void checkSubmit(SubmitMessage message);

  /**
   * Takes answers in.
   *
   * @param message the forms that {@link ResumeMessage} describes
   */
  @UpdateMethod(name = "answer")
  Acknowledgement answer(JsonNode message);

  @UpdateValidatorMethod(updateName = "answer")
  void checkAnswer(JsonNode message);

  /**
   * Goes on with what a stopped run left.
   *
   * @param message the form that {@link ResumeMessage} describes, without answers
   */
  @UpdateMethod(name = "proceed")
  Acknowledgement proceed(JsonNode message);

  @UpdateValidatorMethod(updateName = "proceed")
  void checkProceed(JsonNode message);

  /** Writes to the state of a thread that has no run in progress. */
  @UpdateMethod(name = "updateState")
  Acknowledgement updateState(UpdateStateMessage message);

  @UpdateValidatorMethod(updateName = "updateState")
  void checkUpdateState(UpdateStateMessage message);

  /** Takes an earlier checkpoint up again. */
  @UpdateMethod(name = "fork")
  Acknowledgement fork(ForkMessage message);

  @UpdateValidatorMethod(updateName = "fork")
  void checkFork(ForkMessage message);

  /** Goes back to an earlier checkpoint. */
  @UpdateMethod(name = "rollback")
  Acknowledgement rollback(RollbackMessage message);

  @UpdateValidatorMethod(updateName = "rollback")
  void checkRollback(RollbackMessage message);

  /** Moves a thread that has no run in progress to another version of its graph. */
  @UpdateMethod(name = "migrate")
  Acknowledgement migrate(MigrateMessage message);

  @UpdateValidatorMethod(updateName = "migrate")
  void checkMigrate(MigrateMessage message);

  /**
   * Does what {@code answer} does, for those who can only signal; what cannot be taken in becomes
   * an event.
   *
   * @param message the forms that {@link ResumeMessage} describes
   */
  @SignalMethod(name = "resume")
  void resume(@Nullable RawValue message);

  /**
   * Pauses the run in progress, if any, until it is told to go on.
   *
   * @param message the form that {@link PauseMessage} describes, or nothing
   */
  @SignalMethod(name = "pause")
  void pause(@Nullable RawValue message);

  /**
   * Does what {@code proceed} does, for those who can only signal; where nothing is left to do,
   * that becomes an event.
   *
   * @param message the form that {@link ResumeMessage} describes, without answers, or nothing
   */
  @SignalMethod(name = "continue")
  void proceedSignal(@Nullable RawValue message);

  /**
   * Stops the run in progress, if any.
   *
   * @param message the form that {@link CancelMessage} describes; nothing keeps what it wrote
   */
  @SignalMethod(name = "cancel")
  void cancel(@Nullable RawValue message);

  /**
   * Has a thread go on that works for a task: sent by the thread of that task.
   *
   * @param message the form that {@link CallMessage} describes
   */
  @SignalMethod(name = "call")
  void call(@Nullable RawValue message);

  /**
   * Tells how a thread stands that works for a task of this one: sent by that thread.
   *
   * @param message the form that {@link ReportMessage} describes
   */
  @SignalMethod(name = "report")
  void report(@Nullable RawValue message);

  /** Returns how the thread is doing, without its state. */
  @QueryMethod(name = "status")
  ThreadView status();

  /** Returns how the thread stood at a checkpoint, without its state; null when it is not kept. */
  @QueryMethod(name = "statusAt")
  @Nullable ThreadView statusAt(long checkpoint);

  /**
   * Returns checkpoints, newest first.
   *
   * @param query which; null takes all of the graph itself
   */
  @QueryMethod(name = "history")
  HistoryPage history(@Nullable HistoryQuery query);

  /** Returns where the thread stands, for one that begins there. */
  @QueryMethod(name = "copy")
  JsonNode copied(CopyRequest request);

  @QueryMethod(name = "run")
  RunView runView(String runId);

  /** Returns the state as plain values by channel. */
  @QueryMethod(name = "state")
  Map<String, @Nullable Object> state();

  /** Tells what moving to another version of the graph would come to. */
  @QueryMethod(name = "migration")
  MigrationReply migration(String version);

  /** Returns a part of what another query would reply. */
  @QueryMethod(name = "part")
  ReplyPart part(ReplyPart.Request request);

  @QueryMethod(name = "interrupts")
  List<Interrupt> interrupts();

  /**
   * Returns events.
   *
   * @param from the number of the first; 1, or nothing, stands for the beginning
   */
  @QueryMethod(name = "events")
  EventPage events(@Nullable Long from);

  /** Returns the Temporal run id of the execution that keeps a checkpoint; null when none does. */
  @QueryMethod(name = "executionOf")
  @Nullable String executionOf(long checkpoint);

  /** Returns an earlier checkpoint, to be sent along to where it is taken up again. */
  @QueryMethod(name = "past")
  JsonNode past(long checkpoint);

  @QueryMethod(name = "diagram")
  String diagram();

  /** Returns the topology of the thread's graph; null where nothing has begun. */
  @QueryMethod(name = "topology")
  @Nullable Topology topology();

  /** Returns what leads to the state of a checkpoint, page by page. */
  @QueryMethod(name = "checkpoint")
  StatePage checkpoint(StatePage.Request request);

  /**
   * Returns what the caller passed with the run in progress, plain values by name; null when
   * another run is in progress.
   */
  @QueryMethod(name = "context")
  @Nullable JsonNode context(String runId);

  /**
   * The question where a thread stands, for another one that begins there.
   *
   * @param thread the id of the other thread
   * @param version the version of the graph that it begins with
   */
  record CopyRequest(String thread, String version) {}
}
