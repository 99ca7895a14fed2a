package io.evergraph.demo.chaos;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationReplay;
import io.evergraph.demo.airline.ReplayServer;
import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.GraphWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plays conversations on what has been started, kills, and gathers what there is to report. */
record ChaosRun(
    ChaosPlan plan,
    Consumer<String> progress,
    ReplayServer service,
    CrashingServer server,
    WorkerFleet workers,
    String queue) {
  private static final Duration LONGEST_TURN = Duration.ofMinutes(5);

  ChaosReport run(List<Conversation> conversations, @Nullable CrashingStores stores)
      throws InterruptedException {
    if (stores == null) {
      try (TemporalConnection connection = open(options())) {
        return played(conversations, connection, null);
      }
    }
    try (JdbcCheckpointStore checkpoints = stores.checkpoints();
        RedisEventBus bus = RedisEventBus.open(stores.redisUrl());
        TemporalConnection connection = open(options().checkpoints(checkpoints).bus(bus));
        JdbcTasks tasks = stores.tasks()) {
      return played(conversations, connection, new Kept(stores, checkpoints, tasks));
    }
  }

  /** What is kept in stores, as this process reaches it. */
  private record Kept(CrashingStores stores, JdbcCheckpointStore checkpoints, JdbcTasks tasks) {}

  private TemporalOptions.Builder options() {
    return TemporalOptions.builder().target(server.address()).taskQueue(queue);
  }

  private static TemporalConnection open(TemporalOptions.Builder options) {
    return TemporalConnection.open(options.build(), StateCodec.create());
  }

  private ChaosReport played(
      List<Conversation> conversations, TemporalConnection connection, @Nullable Kept kept)
      throws InterruptedException {
    int endsBefore = workers.ownEnds();
    Instant begin = Instant.now();
    try (TemporalRuntime runtime = new TemporalRuntime(connection, graphs());
        TaskLoad load = kept == null ? null : new TaskLoad(runtime, kept.tasks());
        BackgroundReplay play = new BackgroundReplay(replay(runtime), conversations)) {
      CrashingStores stores = kept == null ? null : kept.stores();
      List<Fault> faults = new FaultInjector(plan, workers, server, stores, play, progress).run();
      Instant end = Instant.now();
      StoreReport held =
          kept == null || load == null ? null : held(load, runtime, connection, kept);
      return new ChaosReport(
          plan,
          play.results(),
          faults,
          service.journal().calls(),
          HistoryAudit.of(connection.client(), queue),
          held,
          workers.ownEnds() - endsBefore,
          begin,
          end);
    }
  }

  private StoreReport held(
      TaskLoad load, TemporalRuntime runtime, TemporalConnection connection, Kept kept)
      throws InterruptedException {
    TaskLoad.Outcome tasks = load.end();
    return new StoreReport(SavedAudit.of(runtime, kept.checkpoints(), threads(connection)), tasks);
  }

  private List<ThreadId> threads(TemporalConnection connection) {
    String own = "TaskQueue='%s' AND WorkflowType='%s'".formatted(queue, GraphWorkflow.TYPE);
    try (Stream<String> ids =
        connection.client().listExecutions(own).map(it -> it.getExecution().getWorkflowId())) {
      return ids.distinct().map(ThreadId::of).toList();
    }
  }

  private static GraphRegistry graphs() {
    return GraphRegistry.of(
        Stream.concat(Stream.of(AirlineAgent.graph()), SampleGraphs.all().stream())
            .toArray(Graph[]::new));
  }

  private ConversationReplay replay(TemporalRuntime runtime) {
    return ConversationReplay.on(runtime)
        .through(service)
        .concurrency(plan.concurrency())
        .longestTurn(LONGEST_TURN);
  }
}
