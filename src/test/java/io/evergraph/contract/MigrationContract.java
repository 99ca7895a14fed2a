package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.VersionMisfitException;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Match;
import io.evergraph.graph.Question;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.Channel;
import io.evergraph.state.Identifiable;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Versions of a graph side by side, and threads that move from one to another. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class MigrationContract extends RuntimeContract {
  private static final Channel<Integer> SCORE = Channel.of("score", Integer.class);
  private static final ListChannel<String> NOTES = ListChannel.append("notes", String.class);

  /** What cannot be given an id cannot be brought along. */
  record Nameless(String id) implements Identifiable {
    @Override
    public Nameless withId(String other) {
      throw new IllegalStateException("never '" + other + "'");
    }
  }

  private String name() {
    return "versions-" + thread().value().replaceAll(".*-", "");
  }

  private static GraphBuilder asking(String name, String version) {
    return Graph.builder(name)
        .version(version)
        .channels(LOG)
        .node(
            "ask",
            context ->
                Command.update(LOG, version + " " + context.interrupt(Question.of("go on?"))))
        .edge(START, "ask");
  }

  private static Graph first(String name) {
    return asking(name, "1").node("end", Graphs.log("old end")).edge("ask", "end").build();
  }

  private static Graph second(String name) {
    return asking(name, "2")
        .channels(NOTES)
        .node(
            "more",
            context -> Command.update(NOTES, List.of("note " + context.state().get(NOTES).size())))
        .node("end", Graphs.log("new end"))
        .edge("ask", "more")
        .edge("more", "end")
        .build();
  }

  private void register(Graph... graphs) {
    List.of(graphs).forEach(runtime().graphs()::register);
  }

  @Test
  void shouldLetOldRunsEndAsTheyBeganWhileNewOnesUseTheNewVersion() {
    String name = name();
    start(first(name), StateUpdate.empty());
    register(second(name));

    RunResult old = answer(Answer.single("yes"));
    RunResult next =
        await(runtime().start(name, thread(), StateUpdate.empty(), RunOptions.defaults()));
    RunResult nextEnd = answer(Answer.single("again"));
    newThread();
    RunResult fresh =
        await(runtime().start(name, thread(), StateUpdate.empty(), RunOptions.defaults()));
    RunResult freshEnd = answer(Answer.single("yes"));

    assertThat(old.state().get(LOG)).containsExactly("1 yes", "old end");
    assertThat(next.status()).isEqualTo(RunStatus.WAITING);
    assertThat(nextEnd.state().get(LOG)).endsWith("1 again", "old end");
    assertThat(fresh.status()).isEqualTo(RunStatus.WAITING);
    assertThat(freshEnd.state().get(LOG)).containsExactly("2 yes", "new end");
  }

  @Test
  void shouldRefuseAnInputForAnotherGraphUnderTheThreadsVersion() {
    String name = name();
    Graph before = first(name);
    Graph changed =
        asking(name, "1").node("other", Graphs.log("other")).edge("ask", "other").build();
    start(before, StateUpdate.empty());
    register(changed);

    assertThatThrownBy(
            () -> runtime().start(name, thread(), StateUpdate.empty(), RunOptions.defaults()))
        .isInstanceOf(GraphChangedException.class)
        .hasMessageContaining(before.spec().fingerprint())
        .hasMessageContaining(changed.spec().fingerprint())
        .hasMessageContaining("new version");
    register(before);
    assertThat(answer(Answer.single("yes")).state().get(LOG)).containsExactly("1 yes", "old end");
  }

  @Test
  void shouldMoveAWaitingThreadAndKeepItsQuestion() {
    RunResult waiting = start(first(name()), StateUpdate.empty());
    register(second(name()));

    MigrationPlan plan = runtime().migration(thread(), "2");
    runtime().migrate(thread(), "2");
    ThreadSnapshot moved = runtime().snapshot(thread());
    RunResult end = answer(Answer.to(waiting.interrupts().get(0).id(), "yes"));

    assertThat(plan).extracting(MigrationPlan::from, MigrationPlan::to).containsExactly("1", "2");
    assertThat(plan.misfits()).isEmpty();
    assertThat(moved.interrupts()).hasSize(1);
    assertThat(end.state().get(LOG)).containsExactly("2 yes", "new end");
    assertThat(end.state().get(NOTES)).containsExactly("note 0");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(HeadEvent.Migrated.class::isInstance)
        .singleElement(type(HeadEvent.Migrated.class))
        .satisfies(event -> assertThat(event.from() + ">" + event.to()).isEqualTo("1>2"));
    assertGapless(runtime().events(thread(), 1));
    assertThat(runtime().history(thread(), HistoryQuery.all())).hasSizeGreaterThan(2);
  }

  @Test
  void shouldKeepAQuestionThoughTheNewVersionWouldChooseAnotherNode() {
    String name = name();
    RunResult waiting = start(choosing(name, "1", "ask").build(), StateUpdate.empty());
    register(
        choosing(name, "2", "check")
            .channels(NOTES)
            .node("check", Graphs.log("checked"))
            .edge("check", "ask")
            .build());

    assertThat(runtime().migration(thread(), "2").misfits()).isEmpty();
    runtime().migrate(thread(), "2");
    RunResult end = answer(Answer.to(waiting.interrupts().get(0).id(), "yes"));

    assertThat(end.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(end.state().get(LOG)).containsExactly("a", "2 yes");
    assertThat(end.state().get(NOTES)).isEmpty();
  }

  private static GraphBuilder choosing(String name, String version, String chosen) {
    return Graph.builder(name)
        .version(version)
        .channels(LOG)
        .node("a", Graphs.log("a"))
        .node(
            "ask",
            context ->
                Command.update(LOG, version + " " + context.interrupt(Question.of("go on?"))))
        .edge(START, "a")
        .firstMatch("a", Match.otherwise(chosen));
  }

  @Test
  void shouldTellOfAMigrationAloneAndChangeNothing() {
    start(first(name()), StateUpdate.empty());
    register(second(name()));
    List<RunEvent> before = runtime().events(thread(), 1);

    assertThat(runtime().migration(thread(), "2").isPossible()).isTrue();

    assertThat(runtime().events(thread(), 1)).isEqualTo(before);
  }

  @Test
  void shouldMoveAParkedThreadToTheVersionThatMendsIt() {
    String name = name();
    start(mending(name, "1", "broken"), StateUpdate.empty());
    register(mending(name, "2", "mended"));

    runtime().migrate(thread(), "2");
    RunResult end = answer(Answer.retry());

    assertThat(end.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(end.state().get(LOG)).containsExactly("mended", "beside");
  }

  private static Graph mending(String name, String version, String how) {
    return Graph.builder(name)
        .version(version)
        .channels(LOG)
        .node(
            "a",
            context -> {
              if (how.equals("broken")) {
                throw new IllegalArgumentException("a bug of version " + version);
              }
              return Command.update(LOG, how);
            })
        .node("b", Graphs.log("beside"))
        .edge(START, "a")
        .edge(START, "b")
        .build();
  }

  @Test
  void shouldRunTheNewVersionOnAThreadThatMovedWhileItWasIdle() {
    start(first(name()), StateUpdate.empty());
    answer(Answer.single("yes"));
    register(second(name()));

    runtime().migrate(thread(), "2");
    await(runtime().start(name(), thread(), StateUpdate.empty(), RunOptions.defaults()));
    RunResult end = answer(Answer.single("again"));

    assertThat(end.state().get(LOG)).containsExactly("1 yes", "old end", "2 again", "new end");
  }

  @Test
  void shouldNameAllThatDoesNotFitAndStayWhereItIs() {
    start(
        asking(name(), "1")
            .channels(SCORE)
            .node("side", Graphs.log("side"))
            .node("last", Graphs.log("last"))
            .edge(START, "side")
            .join(List.of("ask", "side"), "last")
            .build(),
        StateUpdate.of(SCORE, 5));
    register(
        Graph.builder(name())
            .version("2")
            .channels(LOG, Channel.of("score", String.class))
            .node("other", Graphs.log("other"))
            .edge(START, "other")
            .build());

    assertThat(runtime().migration(thread(), "2").misfits())
        .anyMatch(misfit -> misfit.contains("'ask'"))
        .anyMatch(misfit -> misfit.contains("'side'"))
        .anyMatch(misfit -> misfit.contains("'score'") && misfit.contains("string"));
    assertThatThrownBy(() -> runtime().migrate(thread(), "2"))
        .asInstanceOf(type(VersionMisfitException.class))
        .satisfies(refusal -> assertThat(refusal.misfits()).hasSize(3));
    assertThatThrownBy(() -> runtime().migrate(thread(), "none"))
        .isInstanceOf(UnknownGraphException.class);
    assertThat(answer(Answer.single("yes")).state().get(LOG))
        .containsExactly("1 yes", "side", "last");
  }

  @Test
  void shouldStayWhereItIsWhenAValueFailsThatTheNewVersionBrings() {
    start(first(name()), StateUpdate.empty());
    ListChannel<Nameless> nameless =
        ListChannel.byId("nameless", Nameless.class).initially(List.of(new Nameless("")));
    register(asking(name(), "2").channels(nameless).build());

    assertThatThrownBy(() -> runtime().migrate(thread(), "2")).hasMessageContaining("never '");

    assertThat(runtime().migration(thread(), "2").from()).isEqualTo("1");
    assertThat(runtime().events(thread(), 1)).noneMatch(HeadEvent.class::isInstance);
    assertThat(answer(Answer.single("yes")).state().get(LOG)).containsExactly("1 yes", "old end");
    assertGapless(runtime().events(thread(), 1));
  }

  @Test
  void shouldRefuseWhileARunIsInProgressAndBeforeTheFirst() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Graph slow =
        Graph.builder(name())
            .channels(LOG)
            .node(
                "slow",
                context -> {
                  running.countDown();
                  end.await(60, TimeUnit.SECONDS);
                  return Command.update(LOG, "done");
                })
            .edge(START, "slow")
            .build();
    register(slow);
    RunHandle run = runtime().start(name(), thread(), StateUpdate.empty(), RunOptions.defaults());
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

    assertThatThrownBy(() -> runtime().migrate(thread(), slow.version()))
        .isInstanceOf(ThreadBusyException.class);

    end.countDown();
    await(run);
    newThread();
    runtime().create(thread(), Map.of());
    assertThatThrownBy(() -> runtime().migration(thread(), "1"))
        .isInstanceOf(StateMissingException.class);
  }
}
