package io.evergraph.runtime;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.StepLimitException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.pregel.Answer;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InMemoryRuntimeTest {
  private static final Channel<String> VALUE = Channel.of("value", String.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  record Approval(boolean approved, String comment) {}

  private final InMemoryRuntime runtime = InMemoryRuntime.of();

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void shouldRunAChainToItsEnd() {
    Graph chain =
        Graph.builder("chain")
            .channels(VALUE, LOG)
            .node("one", context -> say(context.state().find(VALUE).orElse("") + "1", "one"))
            .node("two", context -> say(context.state().get(VALUE) + "2", "two"))
            .edge(START, "one")
            .edge("one", "two")
            .edge("two", END)
            .build();

    RunResult result = runtime.start(chain, ThreadId.of("t"), StateUpdate.of(VALUE, "x")).await();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(VALUE)).isEqualTo("x12");
    assertThat(result.state().get(LOG)).containsExactly("one", "two");
  }

  private static Command say(String value, String log) {
    return Command.update(StateUpdate.of(VALUE, value).with(LOG, log));
  }

  private static Graph approval() {
    return Graph.builder("approval")
        .channels(VALUE)
        .node(
            "ask",
            context -> {
              Approval approval = context.interrupt(Question.asking(Approval.class, "Approve?"));
              return Command.update(VALUE, approval.approved() + ":" + approval.comment());
            })
        .edge(START, "ask")
        .build();
  }

  @Test
  void shouldGoOnWhenAQuestionIsAnswered() {
    RunResult waiting = runtime.start(approval(), ThreadId.of("t"), StateUpdate.empty()).await();
    String question = waiting.interrupts().get(0).id();

    RunResult done =
        runtime.answer(ThreadId.of("t"), Answer.to(question, new Approval(true, "ok"))).await();

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(done.state().get(VALUE)).isEqualTo("true:ok");
    assertThatThrownBy(() -> runtime.answer(ThreadId.of("t"), Answer.to(question, true)))
        .isInstanceOf(UnknownInterruptException.class);
  }

  @Test
  void shouldKeepTheQuestionOpenWhenAnswerFailsItsSchema() {
    ThreadId thread = ThreadId.of("t");
    runtime.start(approval(), thread, StateUpdate.empty()).await();

    assertThatThrownBy(() -> runtime.answer(thread, Answer.single(Map.of("approved", "perhaps"))))
        .isInstanceOf(InvalidAnswerException.class);

    assertThat(runtime.snapshot(thread).interrupts()).hasSize(1);
  }

  @Test
  void shouldStopWithTheLimitAndTheNextNodesWhenStepsAreUsedUp() {
    Graph loop =
        Graph.builder("loop")
            .channels(LOG)
            .node("again", context -> Command.update(LOG, "x"))
            .edge(START, "again")
            .route("again", state -> state.get(LOG).size() < 5 ? "again" : END, "again")
            .build();
    runtime.graphs().register(loop);
    RunOptions options = RunOptions.builder().maxSteps(3).build();

    RunResult result =
        runtime.start("loop", ThreadId.of("t"), StateUpdate.empty(), options).await();

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.error()).get().isInstanceOf(StepLimitException.class);
    assertThat(runtime.proceed(ThreadId.of("t"), "r2", 10).await().state().get(LOG)).hasSize(5);
  }
}
