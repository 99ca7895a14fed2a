package io.evergraph.pregel;

import io.evergraph.state.StateUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What comes to a thread from outside. */
public sealed interface Input {
  /** Does what fits the kind of this one. */
  <R> R match(Cases<R> cases);

  /** One handler for each kind of input. */
  interface Cases<R> {
    /** Handles {@link NewInput}. */
    R newInput(NewInput it);

    /** Handles {@link Answers}. */
    R answers(Answers it);

    /** Handles {@link Continue}. */
    R proceed(Continue it);

    /** Handles {@link Cancel}. */
    R cancel(Cancel it);

    /** Handles {@link StateEdit}. */
    R stateEdit(StateEdit it);
  }

  /**
   * New values from the caller: a run begins at the entry; tasks that were open are abandoned.
   *
   * @param runId the id of the run that begins
   * @param update the values; they pass through the reducers
   * @param settings how the run goes
   */
  record NewInput(String runId, StateUpdate update, RunSettings settings) implements Input {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.newInput(this);
    }
  }

  /**
   * Answers to open questions or failures: a run begins where the last one stopped. All are taken,
   * or none.
   *
   * @param runId the id of the run that begins
   * @param answers at least one
   */
  record Answers(String runId, List<Answer> answers) implements Input {
    /** Copies the answers. */
    public Answers {
      answers = List.copyOf(answers);
      if (answers.isEmpty()) {
        throw new IllegalArgumentException("Expected at least one answer but found none.");
      }
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.answers(this);
    }
  }

  /**
   * Goes on with what a stopped run left: after a cancel, an edit, or the end of its steps.
   *
   * @param runId the id of the run that begins
   * @param maxSteps the supersteps that it may take; null keeps the last run's
   */
  record Continue(String runId, @Nullable Integer maxSteps) implements Input {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.proceed(this);
    }
  }

  /** Stops the run in progress; its tasks stay planned. */
  record Cancel() implements Input {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.cancel(this);
    }
  }

  /**
   * Writes to the state from outside.
   *
   * @param editId the id of the edit
   * @param update the values; they pass through the reducers
   * @param asNode the node in whose name it is made: what follows that node is planned instead of
   *     what was; null leaves the plan as it is
   * @param settings how a run that continues from here goes, where there was none before
   */
  record StateEdit(String editId, StateUpdate update, @Nullable String asNode, RunSettings settings)
      implements Input {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.stateEdit(this);
    }
  }
}
