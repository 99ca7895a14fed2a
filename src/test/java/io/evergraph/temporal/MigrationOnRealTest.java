package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers that do not have the versions any more that a thread was on. */
@Tag("real")
class MigrationOnRealTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  /** Asks twice, and logs under which version it was answered. */
  private static Graph asking(String version) {
    return Graph.builder("versions_gone")
        .version(version)
        .channels(Samples.LOG)
        .node("first", context -> logged(version, context.interrupt(Question.of("first?"))))
        .node("second", context -> logged(version, context.interrupt(Question.of("second?"))))
        .edge(START, "first")
        .edge("first", "second")
        .build();
  }

  private static Command logged(String version, Object answer) {
    return Command.update(Samples.LOG, version + " " + answer);
  }

  /** Has it run on a thread of its own. */
  private static Graph around(Graph child) {
    return Graph.builder("around_versions_gone")
        .version(child.version())
        .channels(Samples.LOG)
        .subgraph("child", child, Embedding.ownThread())
        .edge(START, "child")
        .build();
  }

  private RunResult answer(TemporalHouse house, String value) throws Exception {
    String question = house.runtime().snapshot(thread).interrupts().get(0).id();
    return house.runtime().answer(thread, Answer.to(question, value)).await(LONGEST);
  }

  /** Another process takes the place of the worker, and replays all threads. */
  private static GraphWorker replaceWorker(TemporalHouse house, Graph known) {
    house.worker().close();
    house.forgetStates();
    GraphWorker next = new GraphWorker(house.connection(), GraphRegistry.of(known));
    next.start();
    return next;
  }

  @Test
  void shouldReplayAThreadThatHasPassedThroughAVersionThatIsGone() throws Exception {
    try (TemporalHouse house = TemporalHouse.real("version-passed-through")) {
      house.runtime().start(asking("1"), thread, StateUpdate.empty()).await(LONGEST);
      house.graphs().register(asking("2"));
      house.runtime().migrate(thread, "2");
      answer(house, "yes");
      house.graphs().register(asking("3"));
      house.runtime().migrate(thread, "3");

      try (GraphWorker unused = replaceWorker(house, asking("3"))) {
        RunResult result = answer(house, "yes");

        assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
        assertThat(result.state().get(Samples.LOG)).containsExactly("2 yes", "3 yes");
      }
    }
  }

  @Test
  void shouldReplayAChildWhoseVersionIsGone() throws Exception {
    try (TemporalHouse house = TemporalHouse.real("version-of-a-child")) {
      house.runtime().start(around(asking("1")), thread, StateUpdate.empty()).await(LONGEST);
      answer(house, "yes");

      try (GraphWorker unused = replaceWorker(house, around(asking("2")))) {
        RunResult result = answer(house, "yes");

        assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
        assertThat(result.state().get(Samples.LOG)).containsExactly("1 yes", "2 yes");
      }
    }
  }
}
