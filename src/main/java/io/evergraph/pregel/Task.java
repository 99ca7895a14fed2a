package io.evergraph.pregel;

import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.state.StateUpdate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a node.
 *
 * @param id derived from thread, checkpoint, node and index, inside a subgraph from the parent's
 *     task and the step: the same on every replay, whatever finishes first
 * @param namespace the frame it belongs to; empty for the graph itself
 * @param node the node to run
 * @param index 0 for a task triggered by edges, else the position among the sends of its superstep
 *     from 1; below 0 for one that only finds out where its node leads
 * @param trigger why it exists
 * @param checkpoint the number of the checkpoint whose state it reads
 * @param step the superstep it belongs to
 * @param answers the answers to its questions so far, by interrupt id; where results of its node
 *     are kept, also that somebody had it run again, by its own id
 */
public record Task(
    String id,
    String namespace,
    String node,
    int index,
    Trigger trigger,
    long checkpoint,
    int step,
    Map<String, @Nullable Object> answers) {
  public Task {
    answers =
        answers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(answers));
  }

  static Task planned(
      String thread,
      Frame frame,
      String node,
      int index,
      Trigger trigger,
      long checkpoint,
      int step) {
    String id = frame.taskId(thread, checkpoint, step, node, index);
    return new Task(id, frame.namespace(), node, index, trigger, checkpoint, step, Map.of());
  }

  /** Returns the id of a task of the graph itself, or of a subgraph that keeps its state. */
  public static String usualId(
      String thread, long checkpoint, String namespace, String node, int index) {
    return ContentHash.uuid(thread, checkpoint, namespace, node, index);
  }

  /** Returns whether this task has the id that follows from what else it says. */
  public boolean isUsual(String thread) {
    return id.equals(usualId(thread, checkpoint, namespace, node, index));
  }

  /** Returns how this task is run, by the policy of its node and what it was sent with. */
  public NodePolicy policy(NodePolicy ofNode) {
    return trigger.timeout().map(ofNode::withTimeout).orElse(ofNode);
  }

  Task withAnswers(Map<String, @Nullable Object> more) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(answers);
    all.putAll(more);
    return new Task(id, namespace, node, index, trigger, checkpoint, step, all);
  }

  /** Returns this task as one that somebody has run again, whatever is kept of its node. */
  Task retried() {
    return withAnswers(Map.of(id, "retry"));
  }

  /** Returns whether somebody has had this task run again, whatever is kept of its node. */
  public boolean isRetried() {
    return answers.containsKey(id);
  }

  /** Returns whether somebody has answered a question of this task. */
  public boolean isAnswered() {
    return answers.size() > (isRetried() ? 1 : 0);
  }

  Task moved(long otherCheckpoint, int otherStep) {
    return new Task(id, namespace, node, index, trigger, otherCheckpoint, otherStep, answers);
  }

  Task begunAnew(long otherCheckpoint, int otherStep) {
    Trigger origin = trigger instanceof Trigger.Handling handling ? handling.origin() : trigger;
    String other = ContentHash.uuid(id, otherCheckpoint);
    return new Task(
        other, namespace, source(), index, origin, otherCheckpoint, otherStep, Map.of());
  }

  /** Returns this task as another one of the same checkpoint, with nothing answered. */
  Task renewed(long number) {
    String other = idOfRenewed(id, number);
    return new Task(other, namespace, node, index, trigger, checkpoint, step, Map.of());
  }

  /** Returns the id of the task that goes on in the place of another one, from a fork on. */
  public static String idOfRenewed(String before, long number) {
    return ContentHash.uuid(before, number);
  }

  /** Returns this task as another one, which runs again with nothing answered. */
  Task apart(long otherCheckpoint, int otherStep) {
    return renewed(otherCheckpoint).moved(otherCheckpoint, otherStep);
  }

  Task routing(StateUpdate written) {
    Trigger.Sent sent = trigger.planned() instanceof Trigger.Sent it ? it : null;
    Trigger routeOnly = new Trigger.RouteOnly(written, sent);
    return new Task(id, namespace, source(), index, routeOnly, checkpoint, step, answers);
  }

  Task reading(StateUpdate values) {
    return with(trigger.edited(values));
  }

  /** Returns this task with another reason to exist. */
  public Task with(Trigger other) {
    return new Task(id, namespace, node, index, other, checkpoint, step, answers);
  }

  Task handledBy(String handler, NodeFailure failure) {
    Trigger handling = new Trigger.Handling(trigger, failure);
    String own = idOfHandler(id, handler);
    return new Task(own, namespace, handler, index, handling, checkpoint, step, Map.of());
  }

  /** Returns the id of the task in which a handler takes the place of a failed one. */
  public static String idOfHandler(String failed, String handler) {
    return ContentHash.uuid(failed, handler);
  }

  /** Returns this task without what it was given: only where its node leads is of interest. */
  Task ended() {
    return new Task(
        id, namespace, source(), index, new Trigger.Edges(), checkpoint, step, Map.of());
  }

  /** Returns whether this task, planned anew, is another one that is on its way already. */
  boolean isAgain(Task other) {
    Trigger before = other.trigger().planned();
    boolean wasSent = trigger instanceof Trigger.Sent || before instanceof Trigger.Sent;
    boolean fits = wasSent ? trigger.equals(before) : index == other.index;
    return fits && node.equals(other.source());
  }

  /** Returns whether this task only finds out where its node leads, which has ended before. */
  boolean isRouting() {
    return index < 0;
  }

  /** Returns whether this task stands in for one that failed. */
  public boolean isHandling() {
    return trigger instanceof Trigger.Handling;
  }

  /** Returns the node whose edges follow this task: for a handler, the node that failed. */
  public String source() {
    return trigger instanceof Trigger.Handling handling ? handling.failure().node() : node;
  }
}
