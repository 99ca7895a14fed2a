package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.connection.WorkerVersion;
import io.evergraph.temporal.connection.WorkerVersion.Versioning;
import io.temporal.api.workflowservice.v1.SetWorkerDeploymentCurrentVersionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two builds of a program beside one another, on a server that keeps them apart. */
@Tag("real")
@Tag("slow")
class WorkerVersionTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static TemporalHouse build(String deployment, String build, Versioning versioning) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(deployment)
            .worker(new WorkerVersion(deployment, build, versioning))
            .build();
    return TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), graph(build));
  }

  private static Graph graph(String build) {
    return Graph.builder("of-two-builds")
        .channels(LOG)
        .node(
            "ask",
            context -> {
              Object said = context.interrupt(Question.of("go on?"));
              return Command.update(LOG, said + " by build " + build);
            })
        .edge(Graph.START, "ask")
        .build();
  }

  /** The server learns of a build when its worker has asked for work. */
  private static void makeCurrent(TemporalHouse house, String deployment, String build) {
    SetWorkerDeploymentCurrentVersionRequest request =
        SetWorkerDeploymentCurrentVersionRequest.newBuilder()
            .setNamespace(house.connection().options().namespace())
            .setDeploymentName(deployment)
            .setBuildId(build)
            .setIgnoreMissingTaskQueues(true)
            .build();
    Awaitility.await()
        .atMost(LONGEST)
        .ignoreExceptions()
        .until(
            () ->
                house
                        .connection()
                        .client()
                        .getWorkflowServiceStubs()
                        .blockingStub()
                        .setWorkerDeploymentCurrentVersion(request)
                    != null);
  }

  private static RunResult ask(TemporalHouse house, String thread) throws Exception {
    return house
        .runtime()
        .start("of-two-builds", ThreadId.of(thread), StateUpdate.empty(), RunOptions.defaults())
        .await(LONGEST);
  }

  private static RunResult answer(TemporalHouse house, String thread) throws Exception {
    return house.runtime().answer(ThreadId.of(thread), Answer.single("done")).await(LONGEST);
  }

  /** The server tells its queues in its own time which build is the current one. */
  private static void awaitNewThreads(TemporalHouse house, String build) {
    Awaitility.await()
        .atMost(LONGEST)
        .until(
            () -> {
              String thread = "new-" + System.nanoTime();
              ask(house, thread);
              return answer(house, thread).state().get(LOG);
            },
            List.of("done by build " + build)::equals);
  }

  @Test
  void shouldEndPinnedThreadsWithTheBuildTheyBeganWith() throws Exception {
    try (TemporalHouse first = build("pinned-builds", "1", Versioning.PINNED)) {
      makeCurrent(first, "pinned-builds", "1");
      ask(first, "pinned-old");
      try (TemporalHouse second = build("pinned-builds", "2", Versioning.PINNED)) {
        makeCurrent(second, "pinned-builds", "2");
        awaitNewThreads(second, "2");

        assertThat(answer(second, "pinned-old").state().get(LOG))
            .containsExactly("done by build 1");
      }
    }
  }

  @Test
  void shouldGoOnWithTheCurrentBuildWhereThreadsUpgrade() throws Exception {
    try (TemporalHouse first = build("upgrading-builds", "1", Versioning.AUTO_UPGRADE)) {
      makeCurrent(first, "upgrading-builds", "1");
      ask(first, "upgrading");
    }
    try (TemporalHouse second = build("upgrading-builds", "2", Versioning.AUTO_UPGRADE)) {
      makeCurrent(second, "upgrading-builds", "2");

      assertThat(answer(second, "upgrading").state().get(LOG)).containsExactly("done by build 2");
    }
  }

  @Test
  void shouldRefuseNamesThatTheServerCannotTakeApart() {
    assertThatThrownBy(() -> new WorkerVersion("a.b", "1", Versioning.PINNED))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new WorkerVersion("a", " ", Versioning.PINNED))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldNoteOnlyOnceThatThreadsAreOfNoVersion() throws Exception {
    // given
    AtomicReference<TemporalConnection> server = new AtomicReference<>();
    Graph graph =
        Graph.builder("of-no-version")
            .channels(LOG)
            .node("look", context -> Command.update(LOG, buildIds(server.get(), context)))
            .edge(Graph.START, "look")
            .build();
    TemporalOptions options =
        TemporalOptions.builder().target(RealTemporal.address()).taskQueue("no-version").build();

    try (TemporalHouse house =
        TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), graph)) {
      server.set(house.connection());

      // when
      RunResult result =
          house
              .runtime()
              .start(
                  "of-no-version",
                  ThreadId.of("no-version"),
                  StateUpdate.empty(),
                  RunOptions.defaults())
              .await(LONGEST);

      // then
      assertThat(result.state().get(LOG)).containsExactly("[\"unversioned\"]");
    }
  }

  /** What the server has noted after the first workflow task of a thread. */
  private static String buildIds(TemporalConnection server, NodeContext context) {
    return server
        .client()
        .newUntypedWorkflowStub(context.thread())
        .describe()
        .getRawDescription()
        .getWorkflowExecutionInfo()
        .getSearchAttributes()
        .getIndexedFieldsOrThrow("BuildIds")
        .getData()
        .toStringUtf8();
  }
}
