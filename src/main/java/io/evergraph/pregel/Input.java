package io.evergraph.pregel;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Steering;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What comes to a thread from outside. */
public sealed interface Input {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<NewInput, R> newInput,
      Function<Answers, R> answers,
      Function<Continue, R> proceed,
      Function<Cancel, R> cancel,
      Function<Pause, R> pause,
      Function<Expiry, R> expiry,
      Function<StateEdit, R> stateEdit,
      Function<Fork, R> fork,
      Function<Rollback, R> rollback) {
    if (this instanceof NewInput it) {
      return newInput.apply(it);
    }
    if (this instanceof Answers it) {
      return answers.apply(it);
    }
    if (this instanceof Continue it) {
      return proceed.apply(it);
    }
    if (this instanceof Cancel it) {
      return cancel.apply(it);
    }
    if (this instanceof Pause it) {
      return pause.apply(it);
    }
    if (this instanceof Expiry it) {
      return expiry.apply(it);
    }
    if (this instanceof StateEdit it) {
      return stateEdit.apply(it);
    }
    if (this instanceof Fork it) {
      return fork.apply(it);
    }
    return rollback.apply((Rollback) this);
  }

  /**
   * New values from the caller: a run begins at the entry; tasks that were open are abandoned.
   *
   * @param runId the id of the run that begins
   * @param update the values; they pass through the reducers
   * @param settings how the run goes
   */
  record NewInput(
      String runId, StateUpdate update, RunSettings settings, Map<String, Object> metadata)
      implements Input {
    /** Makes an input of a run that nothing is noted on. */
    public NewInput(String runId, StateUpdate update, RunSettings settings) {
      this(runId, update, settings, Map.of());
    }

    public NewInput {
      metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }
  }

  /**
   * Answers to open questions or failures: a run begins where the last one stopped. All are taken,
   * or none.
   *
   * @param runId the id of the run that begins
   * @param answers at least one
   * @param steering what the run does otherwise than the last one left it
   */
  record Answers(String runId, List<Answer> answers, Steering steering) implements Input {
    /** Makes answers that change nothing else. */
    public Answers(String runId, List<Answer> answers) {
      this(runId, answers, Steering.NONE);
    }

    public Answers {
      answers = List.copyOf(answers);
      if (answers.isEmpty()) {
        throw new IllegalArgumentException("Expected at least one answer but found none.");
      }
    }
  }

  /**
   * Goes on with what a stopped run left: after a pause, a breakpoint, a cancel, an edit, or the
   * end of its steps; and with what a steering adds. Where nothing is left, the run ends at once.
   *
   * @param runId the id of the run that begins
   * @param steering what the run does otherwise than the last one left it
   */
  record Continue(String runId, Steering steering) implements Input {
    public Continue {
      steering = Objects.requireNonNullElse(steering, Steering.NONE);
    }
  }

  /** Stops the run in progress; its tasks stay planned. */
  record Cancel() implements Input {}

  /**
   * Pauses the run in progress; a continue lets it go on.
   *
   * @param finishing the ids of the tasks that run and may still finish; no other begins
   */
  record Pause(Set<String> finishing) implements Input {
    public Pause {
      finishing = Set.copyOf(finishing);
    }

    /**
     * Makes a pause of a mode.
     *
     * @param underWay the ids of the tasks that have begun
     */
    public static Pause of(PauseMode mode, Set<String> underWay) {
      return new Pause(mode == PauseMode.LET_TASKS_FINISH ? underWay : Set.of());
    }
  }

  /**
   * Deadlines of questions have passed.
   *
   * @param until all up to this one
   */
  record Expiry(Instant until) implements Input {}

  /**
   * Writes to the state from outside: one checkpoint.
   *
   * @param editId the id of the edit
   * @param namespace the frame: of a subgraph in progress, or of one that keeps its state; empty
   *     for the graph itself
   * @param edits what is written; several are made in the names of nodes, as if those had run in
   *     one superstep
   * @param settings how a run that continues from here goes, where there was none before
   * @param following what follows an edit that is made in no node's name
   */
  record StateEdit(
      String editId,
      String namespace,
      List<NodeEdit> edits,
      RunSettings settings,
      Following following)
      implements Input {
    /** Makes an edit after which the routes to what is planned are found anew. */
    public StateEdit(String editId, String namespace, List<NodeEdit> edits, RunSettings settings) {
      this(editId, namespace, edits, settings, Following.ROUTED_ANEW);
    }

    /** What follows an edit that is made in no node's name. */
    public enum Following {
      /** Where the routes of the last superstep lead by the edited state. */
      ROUTED_ANEW,
      /** What was planned. */
      AS_PLANNED
    }

    public StateEdit {
      namespace = Objects.requireNonNullElse(namespace, Frame.ROOT);
      edits = together(edits);
      if (edits.isEmpty()) {
        throw new InvalidInputException("an edit", "at least one update", "none");
      }
    }
  }

  /**
   * Takes an earlier checkpoint up again: a new checkpoint is made of it, whose tasks are planned
   * anew and wait for a run.
   *
   * @param forkId the id of the fork
   * @param from the checkpoint, of this thread or of one that this one copies
   * @param turn the run that the input of the checkpoint's turn began; null where nobody knows it
   * @param branch where the new checkpoint stands in the tree
   * @param edits what is written on the way, as in an edit; empty changes nothing
   * @param settings how a run that continues from here goes, where there was none before
   */
  record Fork(
      String forkId,
      Commit from,
      @Nullable String turn,
      Branch branch,
      List<NodeEdit> edits,
      RunSettings settings)
      implements Input {
    public Fork {
      edits = together(edits);
      if (branch == Branch.SIBLING && !edits.isEmpty()) {
        throw new InvalidInputException("a fork as a sibling", "no update", "one");
      }
    }

    /** Where a fork stands in the tree of checkpoints. */
    public enum Branch {
      /** Under the checkpoint that it was made from. */
      CHILD,
      /** Beside it, under the same parent. */
      SIBLING
    }
  }

  /**
   * Goes back to how the thread stood: what came since is no longer part of its state.
   *
   * @param rollbackId the id of the rollback
   * @param to how the thread stood
   */
  record Rollback(String rollbackId, Checkpoint to) implements Input {}

  /** Several edits of one superstep have to name their nodes. */
  private static List<NodeEdit> together(List<NodeEdit> edits) {
    if (edits.size() > 1 && edits.stream().anyMatch(edit -> edit.asNode() == null)) {
      throw new InvalidInputException(
          "an edit of several updates", "a node for each of them", "one without");
    }
    return List.copyOf(edits);
  }
}
