package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class CheckpointConfigurationTest {
  private final Graph graph =
      Graph.builder("saved").node("a", context -> Command.none()).edge(Graph.START, "a").build();

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withBean(Graph.class, () -> graph)
          .withPropertyValues("evergraph.runtime=memory");

  @Test
  void shouldKeepThreadsInMemoryUnlessThereIsAStore() {
    runner.run(context -> assertThat(context).doesNotHaveBean(CheckpointStore.class));
  }

  @Test
  void shouldGoOnWithTheThreadsOfAStore() {
    CheckpointStore store = new LocalCheckpointStore();
    ThreadId thread = ThreadId.random();
    runner
        .withBean(CheckpointStore.class, () -> store)
        .run(
            context ->
                context
                    .getBean(GraphRuntime.class)
                    .start(graph, thread, StateUpdate.empty())
                    .await());

    runner
        .withBean(CheckpointStore.class, () -> store)
        .run(
            context ->
                assertThat(context.getBean(GraphRuntime.class).snapshot(thread).checkpoint())
                    .isPositive());
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.checkpoints.type=jdbc")
        .run(RefusedStart.saying("evergraph.checkpoints.jdbc.url"));
  }

  @Test
  void shouldSayWhichRedisItCannotReach() {
    runner
        .withPropertyValues(
            "evergraph.checkpoints.type=redis",
            "evergraph.checkpoints.redis-url=redis://127.0.0.1:1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("the Redis of the checkpoint store"));
  }

  @Test
  void shouldSaveTheThreadsOfTemporal() {
    CheckpointStore store = new LocalCheckpointStore();
    ThreadId thread = ThreadId.random();
    runner
        .withBean(CheckpointStore.class, () -> store)
        .withPropertyValues(
            "evergraph.runtime=temporal",
            "evergraph.temporal.embedded=true",
            "evergraph.checkpoints.keep-stopped=2s",
            "evergraph.checkpoints.idle=1s")
        .run(
            context -> {
              GraphRuntime runtime = context.getBean(GraphRuntime.class);
              runtime.start(graph, thread, StateUpdate.empty()).await();

              await().until(() -> !store.parts(thread.value()).isEmpty());
              await().until(() -> store.find(thread.value()).isEmpty());
              assertThat(runtime.snapshot(thread).checkpoint()).isPositive();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"evergraph.checkpoints.idle", "evergraph.checkpoints.keep-stopped"})
  void shouldRefuseALifetimeOfThreadsThatAreSavedNowhere(String property) {
    runner
        .withPropertyValues(
            "evergraph.runtime=temporal", "evergraph.temporal.embedded=true", property + "=1h")
        .run(RefusedStart.saying(property, "evergraph.checkpoints.type"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1h", "30m"})
  void shouldRefuseToDeleteThreadsBeforeTheirWorkflowsComplete(String kept) {
    runner
        .withBean(CheckpointStore.class, LocalCheckpointStore::new)
        .withPropertyValues(
            "evergraph.runtime=temporal",
            "evergraph.temporal.embedded=true",
            "evergraph.checkpoints.keep-stopped=" + kept,
            "evergraph.checkpoints.idle=1h")
        .run(
            RefusedStart.saying(
                "evergraph.checkpoints.keep-stopped",
                "more than the PT1H",
                "evergraph.checkpoints.idle",
                "but found " + DurationStyle.detectAndParse(kept)));
  }

  @Test
  void shouldRefuseToKeepThreadsForNoTime() {
    runner
        .withPropertyValues("evergraph.checkpoints.keep-stopped=10ms")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("evergraph.checkpoints.keep-stopped"));
  }
}
