package io.evergraph.temporal.workflow;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Interrupt;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.temporal.protocol.ThreadView;
import java.util.List;

/**
 * Checks answers against the schemas of the open questions.
 *
 * @param schemas the check
 * @param open the open questions
 */
record Answers(AnswerSchemas schemas, List<Interrupt> open) {

  /**
   * Checks all answers; those to unknown questions are left to the engine.
   *
   * @throws InvalidAnswerException when one does not fit
   */
  void check(List<Answer> answers) {
    schemas.check(open, answers);
  }

  /** Returns what is wrong with the answers: one failure, or none. */
  ThreadView.Failure[] verdict(List<Answer> answers) {
    try {
      check(answers);
      return new ThreadView.Failure[0];
    } catch (GraphException refused) {
      return new ThreadView.Failure[] {ThreadView.Failure.of(refused)};
    }
  }

  boolean haveSchema(List<Answer> answers) {
    return AnswerSchemas.asked(open, answers).keySet().stream()
        .anyMatch(question -> question.schema() != null);
  }
}
