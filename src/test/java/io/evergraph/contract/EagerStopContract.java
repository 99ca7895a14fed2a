package io.evergraph.contract;

import static io.evergraph.contract.EagerContract.diamond;
import static io.evergraph.contract.EagerContract.eager;
import static io.evergraph.contract.EagerContract.sees;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One branch of an eager graph stops and the others go on; also where executions are short. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class EagerStopContract extends RuntimeContract {
  @Test
  void shouldAskInOneBranchWhileTheOtherGoesOnToItsEnd() {
    NodeAction asks =
        context -> Command.update(LOG, "slow" + context.interrupt(Question.of("go on?")));
    Graph graph = diamond("eager_question", asks, sees("down")).build();

    RunResult asked = start(graph, StateUpdate.empty());

    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
    assertThat(asked.state().get(LOG)).containsExactly("fast[]", "down[fast[]]");
    RunResult answered = answer(Answer.single("yes"));
    assertThat(answered.state().get(LOG))
        .containsExactly("fast[]", "down[fast[]]", "slowyes", "end");
  }

  @Test
  void shouldParkOneBranchAndLetTheOtherFinish() {
    AtomicBoolean repaired = new AtomicBoolean();
    NodeAction fragile =
        context -> {
          if (!repaired.get()) {
            throw new IllegalStateException("broken");
          }
          return sees("slow").run(context);
        };
    Graph graph = diamond("eager_parked", fragile, sees("down")).build();

    RunResult parked = start(graph, StateUpdate.empty());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.snapshot().next()).containsExactly("slow");
    assertThat(parked.state().get(LOG)).containsExactly("fast[]", "down[fast[]]");
    repaired.set(true);
    forgetStates();
    assertThat(answer(Answer.retry()).state().get(LOG))
        .containsExactly("fast[]", "down[fast[]]", "slow[]", "end");
  }

  @Test
  void shouldReadTheOldStateWhenFewCheckpointsAreKept() {
    NodeAction asks =
        context -> {
          Object answer = context.interrupt(Question.of("go on?"));
          return Command.update(LOG, answer + context.state().get(LOG).toString());
        };
    GraphBuilder builder =
        eager("eager_retention").node("ask", asks).edge(START, "ask").retention(2);
    String before = START;
    for (String node : List.of("1", "2", "3", "4", "5")) {
      builder.node(node, log(node)).edge(before, node);
      before = node;
    }
    start(builder.build(), StateUpdate.empty());
    forgetStates();

    assertThat(answer(Answer.single("yes")).state().get(LOG))
        .containsExactly("1", "2", "3", "4", "5", "yes[]");
  }

  @Test
  void shouldNotMoveToSuperstepsWhileTasksAreInProgress() {
    NodeAction asks =
        context -> Command.update(LOG, "slow" + context.interrupt(Question.of("go on?")));
    start(diamond("eager_moved", asks, sees("down")).build(), StateUpdate.empty());
    runtime()
        .graphs()
        .register(
            diamond("eager_moved", asks, sees("down"))
                .version("2")
                .execution(Execution.SUPERSTEPS)
                .build());

    assertThat(runtime().migration(thread(), "2").misfits())
        .containsExactly(
            "graph 'eager_moved' ran as EAGER and is to run as SUPERSTEPS, and its tasks are in progress");
    assertThat(answer(Answer.single("yes")).status()).isEqualTo(RunStatus.FINISHED);
  }
}
