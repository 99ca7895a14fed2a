package io.evergraph.runtime.memory;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.TypedAnswers;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.UnboundThread;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order to go on with a thread.
 *
 * @param graph the graph that the thread should be bound to; null for any
 * @param answers none to go on with what a stopped run left
 */
record ResumeOrder(
    StateCodec codec,
    AnswerSchemas schemas,
    @Nullable String graph,
    String runId,
    List<Answer> answers,
    Steering steering) {

  /** Returns this with values as they would have travelled; refuses it where they do not fit. */
  ResumeOrder checked(ThreadDriver<?> driver) {
    if (graph != null) {
      driver.requireGraph(graph, answers);
    }
    Steering fitting =
        driver
            .progress()
            .map(it -> new ValueCheck(codec, it.pregel().graph(), "the input").steering(steering))
            .orElse(steering);
    List<Answer> plain =
        answers.stream()
            .map(
                answer ->
                    answer instanceof Answer.Value value
                        ? new Answer.Value(
                            value.interruptId(), codec.plain(value.value(), "the answer"))
                        : answer)
            .toList();
    return new ResumeOrder(codec, schemas, graph, runId, plain, fitting);
  }

  /** Returns the input of the engine, whose answers fit the questions that are open. */
  Input input(ThreadDriver<?> driver) {
    ThreadProgress at =
        driver
            .progress()
            .orElseThrow(() -> UnboundThread.withoutGraph(driver.id().value(), answers, null));
    if (answers.isEmpty()) {
      return new Input.Continue(runId, steering);
    }
    List<Answer> typed = new TypedAnswers(codec, at.pregel(), at.at()).of(answers);
    schemas.check(at.pregel().interrupts(at.at()), typed);
    return new Input.Answers(runId, typed, steering);
  }
}
