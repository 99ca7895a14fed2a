package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.HeadEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator whose program does not have the graph moves threads to other versions of it. */
@Tag("real")
class MigrateCommandTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<String> DONE = Channel.of("done", String.class);
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("migrate-command", asking("ask", "1"));
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static Graph asking(String node, String version) {
    return Graph.builder("asking-by-hand")
        .version(version)
        .channels(DONE)
        .node(
            node,
            context -> Command.update(DONE, version + context.interrupt(Question.of("go on?"))))
        .edge(Graph.START, node)
        .build();
  }

  private static ThreadId waiting(String name) throws Exception {
    ThreadId thread = ThreadId.of(name);
    house.runtime().graphs().register(asking("ask", "1"));
    RunResult result =
        house
            .runtime()
            .start("asking-by-hand", thread, StateUpdate.empty(), RunOptions.defaults())
            .await(LONGEST);
    assertThat(result.status()).isEqualTo(RunStatus.WAITING);
    house.runtime().graphs().register(asking("other", "2"));
    house.runtime().graphs().register(asking("ask", "3"));
    return thread;
  }

  private static CommandRun migrate(ThreadId thread, String version, String... more) {
    String[] words = {
      "migrate",
      "--thread",
      thread.value(),
      "--to",
      version,
      "--temporal",
      RealTemporal.address(),
      "--task-queue",
      "migrate-command"
    };
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return CommandRun.of(all);
  }

  @Test
  void shouldSayThatAThreadCanMoveAndMoveIt() throws Exception {
    ThreadId thread = waiting("cli-moving");

    CommandRun plan = migrate(thread, "3", "--dry-run");
    boolean movedByPlan = hasMoved(thread);
    CommandRun done = migrate(thread, "3");
    RunResult result = house.runtime().answer(thread, Answer.single("!")).await(LONGEST);

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.outLines())
        .containsExactly("Thread cli-moving can move from version 1 to 3 of asking-by-hand.");
    assertThat(movedByPlan).isFalse();
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.outLines())
        .containsExactly("Thread cli-moving moved from version 1 to 3 of asking-by-hand.");
    assertThat(result.state().get(DONE)).isEqualTo("3!");
  }

  @Test
  void shouldNameWhatDoesNotFitAndChangeNothing() throws Exception {
    ThreadId thread = waiting("cli-staying");

    CommandRun plan = migrate(thread, "2", "--dry-run");
    CommandRun refused = migrate(thread, "2");

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.outLines()).isEqualTo(refused.outLines());
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.outLines()).hasSize(2);
    assertThat(refused.outLines().get(0)).contains("'ask'");
    assertThat(refused.outLines().get(1))
        .isEqualTo("Thread cli-staying cannot move from version 1 to 2 of asking-by-hand.");
    assertThat(hasMoved(thread)).isFalse();
    assertThat(house.runtime().snapshot(thread).interrupts()).hasSize(1);
  }

  @Test
  void shouldSayInOneLineWhatIsNotThere() throws Exception {
    ThreadId thread = waiting("cli-lost");

    CommandRun unknown = migrate(thread, "9");
    CommandRun nobody = migrate(ThreadId.of("cli-nobody"), "3", "--dry-run");

    assertThat(unknown.exitCode()).isNotZero();
    assertThat(unknown.errLines()).singleElement().asString().contains("asking-by-hand", "9");
    assertThat(nobody.errLines()).singleElement().asString().contains("cli-nobody");
  }

  private static boolean hasMoved(ThreadId thread) {
    return house.runtime().events(thread, 1).stream()
        .anyMatch(event -> event instanceof HeadEvent.Migrated);
  }
}
