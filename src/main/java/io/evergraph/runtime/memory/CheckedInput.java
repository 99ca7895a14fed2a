package io.evergraph.runtime.memory;

import io.evergraph.graph.Answer;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.codec.TypedAnswers;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadProgress;
import java.util.List;

/** Lets inputs in that go on with a thread: answers fit their questions. */
record CheckedInput(InMemoryRuntime runtime, ThreadDriver<?> driver) {
  Input of(Input input) {
    List<Answer> sent = input instanceof Input.Answers answers ? answers.answers() : List.of();
    ThreadProgress at =
        driver
            .progress()
            .orElseThrow(() -> ThreadDriver.withoutGraph(driver.id().value(), sent, null));
    return input instanceof Input.Answers answers ? typed(answers, at) : input;
  }

  private Input typed(Input.Answers input, ThreadProgress at) {
    List<Answer> typed =
        new TypedAnswers(runtime.codec(), at.pregel(), at.at()).of(input.answers());
    runtime.schemas().check(at.pregel().interrupts(at.at()), typed);
    return new Input.Answers(input.runId(), typed, input.steering());
  }
}
