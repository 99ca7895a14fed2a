package io.evergraph.graph;

import io.evergraph.state.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a running node sees and may ask for. One per attempt; use it from the node's own threads
 * only.
 *
 * <p>Values are immutable, or copies: changing one changes nothing but the copy.
 */
public interface NodeContext {
  /** Returns the state of the last barrier; for a sent task, the input it was sent with. */
  State state();

  /**
   * Asks a question and returns its answer.
   *
   * <p>The first time, the task stops here and the run waits. When the answer is in, the node runs
   * again from its first line, and the k-th call without a key gets the k-th answer.
   */
  <T> T interrupt(Question<T> question);

  /**
   * Asks a question under a key of its own, so that its answer is found whatever else is asked
   * before it.
   */
  <T> T interrupt(String key, Question<T> question);

  /** Returns the thread that the run belongs to. */
  String thread();

  /** Returns the run: the segment from an input or an answer to the next wait. */
  String runId();

  /**
   * Returns the run that the input of this turn began: the same over answers, approvals, retries,
   * continues and edits, restarts and continue-as-new, until the next input. Another checkpoint
   * taken up again belongs to the turn that it was made in.
   */
  String turnId();

  /** Returns the name of the node. */
  String node();

  /**
   * Returns the number of the superstep on this thread; the first after an input to a new thread is
   * 1.
   */
  int step();

  /** Returns the attempt of this task, from 1; attempts lost with their worker do not count. */
  int attempt();

  /**
   * Returns the policy of this task: that of its node, as whoever sent the task and the options of
   * the run have changed it.
   */
  NodePolicy policy();

  /**
   * Returns how the node failed that this one takes care of, whose state this one sees; empty
   * unless this is an error handler.
   */
  default Optional<NodeFailure> failure() {
    return Optional.empty();
  }

  /**
   * Returns how many supersteps the run may take after this one. A subgraph counts its own, against
   * the same limit.
   */
  int remainingSteps();

  /** Returns whether this is the last superstep that the run may take. */
  default boolean lastStep() {
    return remainingSteps() == 0;
  }

  /** Returns what the caller passed with the run: plain values by name. */
  Map<String, Object> runContext();

  /** Returns the tags that the caller gave the run and this node. */
  List<String> tags();

  /**
   * Returns the parameters that the caller gave this node for this run: plain values by name, such
   * as {@code temperature}.
   */
  Map<String, Object> options();

  /**
   * Returns the memory that outlives threads.
   *
   * @throws io.evergraph.error.NotOfferedException when the runtime has none
   */
  Store store();

  /** Returns what shows the node's work to those who watch. */
  Emitter emitter();

  /**
   * Returns a key that is the same in every attempt of this task, for side effects that must happen
   * once.
   */
  String idempotencyKey();

  /**
   * Says that the node is alive, and how far it has come: the next attempt of the task sees the
   * latest details, also where a worker was lost.
   *
   * @param details any value that can be written as JSON
   */
  void heartbeat(Object details);

  /** Returns the latest details that the previous attempt of the task gave with a heartbeat. */
  <T> Optional<T> lastHeartbeat(Class<T> type);

  /**
   * Adds to a counter of what this attempt uses, such as model tokens; the sums stand in the task's
   * events.
   *
   * @param counter the name of the counter
   * @param amount what is added
   */
  void usage(String counter, long amount);

  /**
   * Says that the node is alive: resets its timeout, and throws if the task was cancelled
   * meanwhile.
   */
  void heartbeat();
}
