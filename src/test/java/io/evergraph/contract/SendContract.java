package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.contract.Graphs.SUBJECTS;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tasks that are sent with an input of their own. */
class SendContract extends RuntimeContract {

  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  @Test
  void shouldRunEachSendWithItsOwnInputInTheOrderOfTheSends() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.mapReduce(), StateUpdate.of(SUBJECTS, "y", "x", "z")));

    assertThat(result.state().get(VALUE)).isEqualTo("Y+X+Z");
  }

  @Test
  void shouldGiveASentTaskItsOwnTimeout() {
    Graph graph =
        graph("hurried")
            .node("slow", context -> untilCancelled(), ONCE)
            .routes(
                START,
                context -> List.of(Route.send("slow", StateUpdate.empty(), Duration.ofMillis(300))),
                "slow")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow()).hasMessageContaining("slow");
  }

  @Test
  void shouldApplySendsInTheirOrderWhenTheyFinishInTheReverse() {
    List<CountDownLatch> done = List.of(new CountDownLatch(1), new CountDownLatch(1));
    Graph graph =
        graph("reversed")
            .node(
                "work",
                context -> {
                  int number = Integer.parseInt(context.state().get(SUBJECT));
                  if (number == 0) {
                    done.get(1).await(30, TimeUnit.SECONDS);
                  }
                  done.get(number).countDown();
                  return Command.update(LOG, "work " + number);
                })
            .routes(START, context -> List.of(send("0"), send("1")), "work")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("work 0", "work 1");
  }

  @Test
  void shouldShowASentTaskItsOwnInputAndNothingOfTheState() {
    Graph graph =
        graph("own-input")
            .node("work", context -> Command.update(LOG, "saw " + context.state().values()))
            .routes(START, context -> List.of(send("x")), "work")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG).get(1)).contains("subject=x").doesNotContain("in,");
  }

  @Test
  void shouldRunNodesBeforeSendsAndOneTaskForEachOfThem() {
    Graph graph =
        graph("mixed")
            .node("plan", Graphs.log("plan"))
            .node("zz", Graphs.log("zz"))
            .node("work", working())
            .edge(START, "plan")
            .edge("plan", "work")
            .routes("plan", context -> List.of(send("1"), Route.to("zz"), send("2")), "work", "zz")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG))
        .containsExactly("plan", "work none", "zz", "work 1", "work 2");
  }

  @Test
  void shouldRunOnlyTheSentTaskAgainWhoseQuestionIsAnswered() {
    AtomicInteger quiet = new AtomicInteger();
    Graph graph =
        graph("asking-sends")
            .node(
                "work",
                context -> {
                  String subject = context.state().get(SUBJECT);
                  return Command.update(
                      LOG,
                      subject.equals("ask")
                          ? "told " + context.interrupt(Question.of("well?"))
                          : "quiet " + quiet.incrementAndGet());
                })
            .routes(START, context -> List.of(send("quiet"), send("ask")), "work")
            .build();

    RunResult asked = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.single("yes"));

    assertThat(asked.snapshot().next()).containsExactly("work");
    assertThat(result.state().get(LOG)).containsExactly("quiet 1", "told yes");
  }

  @Test
  void shouldSendFromSentTasks() {
    Graph graph =
        graph("recursive")
            .node(
                "work",
                context -> {
                  int number = Integer.parseInt(context.state().get(SUBJECT));
                  return Command.update(LOG, "" + number)
                      .then(number > 0 ? List.of(send("" + (number - 1))) : List.of());
                })
            .ends("work", "work")
            .routes(START, context -> List.of(send("2"), send("1")), "work")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("2", "1", "1", "0", "0");
  }

  private static Route send(String subject) {
    return Route.send("work", StateUpdate.of(SUBJECT, subject));
  }

  private static NodeAction working() {
    return context -> Command.update(LOG, "work " + context.state().find(SUBJECT).orElse("none"));
  }

  private static Command untilCancelled() throws InterruptedException {
    new CountDownLatch(1).await();
    return Command.none();
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, SUBJECT);
  }
}
