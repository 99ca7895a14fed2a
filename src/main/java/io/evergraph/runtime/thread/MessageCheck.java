package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.TypedAnswers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks what lets a thread go on before the engine sees it. */
public record MessageCheck(StateCodec codec, AnswerSchemas schemas, ThreadId thread) {

  /**
   * Returns an input with the types that the thread's graph knows.
   *
   * @param progress null where no graph is bound yet
   * @throws UnknownInterruptException when answers come to a thread that nothing has run on
   * @throws NothingToResumeException when a thread is to go on that nothing has run on
   * @throws io.evergraph.error.InvalidAnswerException when an answer does not fit its question
   */
  public Input typed(Input input, @Nullable ThreadProgress progress) {
    if (progress == null) {
      List<Answer> sent = input instanceof Input.Answers answers ? answers.answers() : List.of();
      throw withoutGraph(thread.value(), sent, null);
    }
    return input instanceof Input.Answers answers ? typed(answers, progress) : input;
  }

  /**
   * Returns why a thread that nothing has run on refuses to go on.
   *
   * @param graph the graph that was expected; null for any
   */
  public static GraphException withoutGraph(
      String thread, List<Answer> answers, @Nullable String graph) {
    if (answers.isEmpty() || graph != null) {
      return new NothingToResumeException(thread, answers.isEmpty() ? "a continue" : "an answer");
    }
    return new UnknownInterruptException(thread, AnswerSchemas.named(answers), List.of());
  }

  private Input typed(Input.Answers input, ThreadProgress progress) {
    List<Answer> answers =
        new TypedAnswers(codec, progress.pregel(), progress.at()).of(input.answers());
    schemas.check(progress.pregel().interrupts(progress.at()), answers);
    return new Input.Answers(input.runId(), answers, input.steering());
  }
}
