package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs on threads. Every runtime gives the same states and the same events; they differ in
 * where tasks run and in what survives.
 *
 * <p>Safe for use by several threads. Calls acknowledge at once; the outcome is awaited on the
 * {@link RunHandle} or followed as events. Ids of runs make messages repeatable: the same id a
 * second time changes nothing and returns the handle of the first.
 */
public interface GraphRuntime extends AutoCloseable {
  /** Returns what this runtime is. */
  RuntimeInfo info();

  /** Returns the graphs that can be started here. */
  GraphRegistry graphs();

  /** Returns the codec of states and messages. */
  StateCodec codec();

  /** Returns the side channel by which what nodes emit is seen here. */
  EventBus bus();

  /** Returns what keeps the results of nodes that have a cache policy. */
  NodeCache cache();

  /**
   * Creates a thread before its graph is known; its first run binds it.
   *
   * @throws io.evergraph.error.ThreadExistsException when there is one of this id
   */
  ThreadSnapshot create(ThreadId thread, Map<String, Object> metadata);

  /**
   * Starts a run with new values; creates the thread where there is none.
   *
   * @param graph the name of a registered graph
   * @throws io.evergraph.error.UnknownGraphException when it is not registered
   * @throws io.evergraph.error.GraphMismatchException when the thread is bound to another graph
   * @throws io.evergraph.error.UnknownChannelException when the input writes an undeclared channel
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress and the options refuse
   *     to wait
   */
  RunHandle start(String graph, ThreadId thread, StateUpdate input, RunOptions options);

  /** Starts a run of a graph on a thread; registers the graph. */
  default RunHandle start(Graph graph, ThreadId thread, StateUpdate input, RunOptions options) {
    graphs().register(graph);
    return start(graph.name(), thread, input, options);
  }

  /** Starts a run of a graph on a thread, with the default options. */
  default RunHandle start(Graph graph, ThreadId thread, StateUpdate input) {
    return start(graph, thread, input, RunOptions.defaults());
  }

  /**
   * Answers open questions, or orders failed tasks to run again. All answers are taken, or none.
   *
   * @param runId the id of the run that begins
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   * @throws io.evergraph.error.UnknownInterruptException when a question is not open
   * @throws io.evergraph.error.InvalidAnswerException when an answer does not fit its question's
   *     schema
   * @throws io.evergraph.error.NothingToResumeException when no failed task is there to run again
   */
  default RunHandle answer(ThreadId thread, String runId, List<Answer> answers) {
    if (answers.isEmpty()) {
      throw new IllegalArgumentException("Expected at least one answer but found none.");
    }
    return resume(thread, runId, answers, Steering.NONE);
  }

  /** Answers open questions under a new run id. */
  default RunHandle answer(ThreadId thread, Answer... answers) {
    return answer(thread, TimeOrderedId.next(), List.of(answers));
  }

  /**
   * Goes on with what a stopped run left: after a cancel, an edit, a failure, or the end of its
   * steps. Where nothing is left to do, the run finishes at once with the state of the thread.
   *
   * @param maxSteps the supersteps that the run may take; null keeps the last run's limit
   * @throws io.evergraph.error.NothingToResumeException when the thread has no run yet, or one in
   *     progress
   */
  default RunHandle proceed(ThreadId thread, String runId, @Nullable Integer maxSteps) {
    return resume(thread, runId, List.of(), Steering.NONE.withMaxSteps(maxSteps));
  }

  /** Goes on with what a stopped run left, under a new run id and the last run's limit. */
  default RunHandle proceed(ThreadId thread) {
    return proceed(thread, TimeOrderedId.next(), null);
  }

  /**
   * Answers and goes on as {@link #answer} and {@link #proceed} do, and does what a steering says
   * besides: writes to the state, goes to nodes, changes how the run goes (its context, tags, call
   * options, limits and breakpoints). With such a steering a thread goes on from where it finished,
   * too.
   *
   * @param graph the graph that the thread should be bound to; null for any
   * @param answers all are taken, or none; none goes on with what a stopped run left
   * @throws io.evergraph.error.GraphMismatchException when the thread is bound to another graph
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress and the steering is
   *     not empty
   * @throws io.evergraph.error.NothingToResumeException when the thread has no run yet, or nothing
   *     that an answer is for
   */
  RunHandle resume(
      ThreadId thread,
      @Nullable String graph,
      String runId,
      List<Answer> answers,
      Steering steering);

  /** Answers and goes on, whatever graph the thread is bound to. */
  default RunHandle resume(ThreadId thread, String runId, List<Answer> answers, Steering steering) {
    return resume(thread, null, runId, answers, steering);
  }

  /**
   * Pauses the run in progress, if any, until it is told to go on. Answers are taken in meanwhile,
   * but do not end the pause. Again, this changes nothing, except that it may cut short what was
   * let finish.
   */
  void pause(ThreadId thread, PauseMode mode);

  /**
   * Pauses a run while it is the one in progress; one that has stopped, or that waits for its turn,
   * stays as it is.
   */
  void pause(ThreadId thread, String runId, PauseMode mode);

  /** Stops the run in progress, if any; its tasks stay planned and the thread can go on. */
  default void cancel(ThreadId thread) {
    cancel(thread, OnCancel.KEEP);
  }

  /**
   * Stops the run in progress, if any.
   *
   * @param writes what becomes of what the last run wrote, even if it has stopped already
   */
  void cancel(ThreadId thread, OnCancel writes);

  /**
   * Stops a run: the one in progress, or one that waits for its turn, which never comes then. A run
   * that has stopped stays as it is.
   *
   * @param writes what becomes of what it wrote
   */
  void cancel(ThreadId thread, String runId, OnCancel writes);

  /**
   * Writes to the state of a thread that has no run in progress.
   *
   * @param graph binds a thread that has no graph yet; null where it has one
   * @param asNode the node in whose name it is made, so that what follows it is planned; null
   *     leaves the plan
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress
   */
  default ThreadSnapshot editState(
      ThreadId thread, @Nullable String graph, StateUpdate update, @Nullable String asNode) {
    return editState(thread, graph, List.of(new NodeEdit(update, asNode)));
  }

  /** Writes to the state of a thread that has no run in progress, under a new id. */
  default ThreadSnapshot editState(ThreadId thread, @Nullable String graph, List<NodeEdit> edits) {
    return editState(thread, TimeOrderedId.next(), graph, edits);
  }

  /**
   * Writes to the state of a thread that has no run in progress: one checkpoint.
   *
   * @param editId the id of the edit: the same a second time changes nothing, unless the first was
   *     refused
   * @param graph binds a thread that has no graph yet; null where it has one
   * @param edits what is written; several are made in the names of nodes, as if those had run in
   *     one superstep
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress
   * @throws io.evergraph.error.InvalidInputException when there is none, or one of several names no
   *     node
   */
  ThreadSnapshot editState(
      ThreadId thread, String editId, @Nullable String graph, List<NodeEdit> edits);

  /**
   * Takes an earlier checkpoint up again: the thread stands at a new checkpoint that was made of
   * it, and goes on from there when it is told to.
   *
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress
   * @param forkId the id of the fork: the same a second time changes nothing, unless the first was
   *     refused
   * @throws io.evergraph.error.StateMissingException when the checkpoint is not kept
   */
  ThreadSnapshot fork(ThreadId thread, String forkId, Fork fork);

  /** Takes an earlier checkpoint up again, under a new id. */
  default ThreadSnapshot fork(ThreadId thread, Fork fork) {
    return fork(thread, TimeOrderedId.next(), fork);
  }

  /**
   * Goes back to a checkpoint as the thread stood there, with the questions that were open then.
   * What came since stays in history, but is no longer part of the state.
   *
   * @param rollbackId the id of the order: the same a second time changes nothing, unless the first
   *     was refused
   * @param checkpoint its number; 0 stands before the first
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress
   * @throws io.evergraph.error.StateMissingException when the checkpoint is not kept
   */
  ThreadSnapshot rollback(ThreadId thread, String rollbackId, long checkpoint);

  /** Goes back to a checkpoint, under a new id. */
  default ThreadSnapshot rollback(ThreadId thread, long checkpoint) {
    return rollback(thread, TimeOrderedId.next(), checkpoint);
  }

  /**
   * Makes a thread that begins where another one stands. Open tasks are planned anew there and wait
   * to be told to go on; the latest version of the graph takes them.
   *
   * @param to the thread to make
   * @throws io.evergraph.error.UnknownThreadException when there is no thread to copy
   * @throws io.evergraph.error.ThreadExistsException when there is one of the new id
   * @throws io.evergraph.error.UnknownNodeException when a task waits for a node that the graph no
   *     longer has
   */
  ThreadSnapshot copy(ThreadId thread, ThreadId to);

  /**
   * Tells what moving a thread to another version of its graph would come to, and changes nothing.
   *
   * @throws io.evergraph.error.UnknownGraphException when that version is not registered where the
   *     thread runs
   * @throws io.evergraph.error.StateMissingException when the thread has no run yet
   */
  MigrationPlan migration(ThreadId thread, String version);

  /**
   * Moves a thread that has no run in progress to another version of its graph: what it waits for,
   * parked on or left goes on under that version, and so do later runs.
   *
   * @throws io.evergraph.error.VersionMisfitException when that version lacks what the thread holds
   *     or waits for
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress
   * @throws io.evergraph.error.UnknownGraphException when that version is not registered where the
   *     thread runs
   * @throws io.evergraph.error.StateMissingException when the thread has no run yet
   */
  void migrate(ThreadId thread, String version);

  /**
   * Ends and forgets a thread, with all that is kept of it.
   *
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   */
  void delete(ThreadId thread);

  /** Returns what is kept of threads, to be erased; see {@link Erasure}. */
  KeptThreads kept();

  /**
   * Writes to the state of a subgraph of a thread that has no run in progress.
   *
   * @param editId the id of the edit: the same a second time changes nothing, unless the first was
   *     refused
   * @param namespace the subgraph: one that is in progress, or that keeps its state between calls
   * @param edits what is written; several have to name nodes of the subgraph
   * @throws io.evergraph.error.InvalidInputException when the thread has no such subgraph now
   * @throws io.evergraph.error.ThreadBusyException when a run is in progress
   */
  ThreadSnapshot editSubgraph(
      ThreadId thread, String editId, String namespace, List<NodeEdit> edits);

  /** Writes to the state of a subgraph, under a new id. */
  default ThreadSnapshot editSubgraph(ThreadId thread, String namespace, NodeEdit... edits) {
    return editSubgraph(thread, TimeOrderedId.next(), namespace, List.of(edits));
  }

  /**
   * Returns the thread at its latest checkpoint.
   *
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   */
  ThreadSnapshot snapshot(ThreadId thread);

  /**
   * Finds open threads. What has just changed may not be seen yet; where a server keeps the list, a
   * thread that goes on after it had stopped may be found by its earlier status for five seconds.
   * {@link #snapshot} is never late.
   *
   * @return their ids, in no particular order
   */
  List<ThreadId> threads(ThreadQuery query);

  /**
   * Returns the tasks of a thread that were given up and wait for somebody to decide; each takes an
   * {@link Answer.Retry}, an {@link Answer.Skip} or an {@link Answer.Edit}.
   *
   * @return them in task order; none where the thread is not parked
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   */
  default List<ParkedTask> parked(ThreadId thread) {
    return ParkedTask.of(snapshot(thread), codec());
  }

  /** Returns the hand on the tasks that runs in progress are trying, where there is one. */
  default PendingTasks pending() {
    return PendingTasks.notOffered("the runtime '" + info().kind() + "'");
  }

  /** Returns the schedules, by which runs begin at set times, where there are any. */
  default Schedules schedules() {
    return Schedules.notOffered("the runtime '" + info().kind() + "'");
  }

  /**
   * Returns the thread as it stood at a checkpoint; its tasks as they were when it went on.
   *
   * @throws io.evergraph.error.StateMissingException when the checkpoint is not kept
   */
  ThreadSnapshot snapshot(ThreadId thread, long checkpoint);

  /**
   * Returns checkpoints of a thread, newest first, those of all branches.
   *
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   */
  List<HistoryEntry> history(ThreadId thread, HistoryQuery query);

  /**
   * Returns what the channels held at a checkpoint of the thread.
   *
   * @throws io.evergraph.error.StateMissingException when the checkpoint is not kept
   */
  State stateAt(ThreadId thread, long checkpoint);

  /** Returns the events of a thread from a number on, without waiting. */
  List<RunEvent> events(ThreadId thread, long from);

  /** Follows the events of a thread from a number on; 1 is the first. */
  EventStream follow(ThreadId thread, long from);

  /**
   * Watches a run from its beginning, whether it goes on or has ended long since.
   *
   * @param options what is wanted
   */
  RunStream stream(RunHandle run, StreamOptions options);

  /** Returns the handle of a run that was started before, here or elsewhere. */
  RunHandle run(ThreadId thread, String runId);

  @Override
  void close();
}
