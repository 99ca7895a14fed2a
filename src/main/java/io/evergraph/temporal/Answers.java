package io.evergraph.temporal;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Interrupt;
import io.evergraph.runtime.AnswerSchemas;
import java.util.List;
import java.util.Optional;

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
    for (Answer answer : answers) {
      question(answer).ifPresent(it -> schemas.check(it, answer.match(new Given()).orElse(null)));
    }
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
    return answers.stream()
        .flatMap(answer -> question(answer).stream())
        .anyMatch(question -> question.schema() != null);
  }

  private Optional<Interrupt> question(Answer answer) {
    return answer.match(new Asked(open));
  }

  private record Asked(List<Interrupt> open) implements Answer.Cases<Optional<Interrupt>> {
    @Override
    public Optional<Interrupt> value(Answer.Value it) {
      String id = it.interruptId();
      return open.stream()
          .filter(any -> id == null ? open.size() == 1 : any.id().equals(id))
          .findFirst();
    }

    @Override
    public Optional<Interrupt> retry(Answer.Retry it) {
      return Optional.empty();
    }
  }

  private static final class Given implements Answer.Cases<Optional<Object>> {
    @Override
    public Optional<Object> value(Answer.Value it) {
      return Optional.ofNullable(it.value());
    }

    @Override
    public Optional<Object> retry(Answer.Retry it) {
      return Optional.empty();
    }
  }
}
