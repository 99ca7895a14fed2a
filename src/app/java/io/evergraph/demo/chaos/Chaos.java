package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationReplay;
import io.evergraph.demo.airline.Pace;
import io.evergraph.demo.airline.ReplayServer;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs recorded conversations on worker processes and a Temporal server of its own, kills both
 * again and again, and tells whether anybody could notice: every conversation must come out as
 * recorded, and no call may happen twice without a reason.
 */
public record Chaos(ChaosPlan plan, Programs programs, Consumer<String> progress) {
  private static final Duration LONGEST_START = Duration.ofMinutes(5);
  private static final Duration LONGEST_TURN = Duration.ofMinutes(5);
  private static final long LOOK_EVERY_MILLIS = 100;

  /**
   * Runs conversations.
   *
   * @throws IOException if the replay service cannot listen
   * @throws InterruptedException if the calling thread is interrupted; what was started is ended
   * @throws RuntimeUnavailableException if server or workers do not start
   */
  public ChaosReport run(List<Conversation> conversations)
      throws IOException, InterruptedException {
    String queue = "chaos-" + UUID.randomUUID();
    Pace pace = new Pace(plan.longestAnswer(), plan.seed());
    try (ReplayServer service = ReplayServer.start(conversations, 0, pace);
        CrashingServer server = new CrashingServer(programs);
        WorkerFleet workers =
            WorkerFleet.start(programs, plan.workers(), server.address(), queue)) {
      Runtime.getRuntime().addShutdownHook(new Thread(workers::close));
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      awaitReady(workers, server);
      return run(conversations, service, server, workers, queue);
    }
  }

  private void awaitReady(WorkerFleet workers, CrashingServer server) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_START.toNanos();
    while (workers.ready() < workers.size()) {
      if (System.nanoTime() > deadline) {
        throw new RuntimeUnavailableException(
            server.address(), "its workers did not start; see the logs in " + programs.folder());
      }
      workers.restartEnded();
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private ChaosReport run(
      List<Conversation> conversations,
      ReplayServer service,
      CrashingServer server,
      WorkerFleet workers,
      String queue)
      throws InterruptedException {
    TemporalOptions options =
        TemporalOptions.builder().target(server.address()).taskQueue(queue).build();
    GraphRegistry graphs = GraphRegistry.of(AirlineAgent.graph());
    int endsBefore = workers.ownEnds();
    Instant begin = Instant.now();
    try (TemporalConnection connection = TemporalConnection.open(options, StateCodec.create());
        TemporalRuntime runtime = new TemporalRuntime(connection, graphs);
        BackgroundReplay play = new BackgroundReplay(replay(runtime, service), conversations)) {
      List<Fault> faults = new FaultInjector(plan, workers, server, play, progress).run();
      Instant end = Instant.now();
      return new ChaosReport(
          plan,
          play.results(),
          faults,
          service.journal().calls(),
          HistoryAudit.of(connection.client(), queue),
          workers.ownEnds() - endsBefore,
          begin,
          end);
    }
  }

  private ConversationReplay replay(TemporalRuntime runtime, ReplayServer service) {
    return ConversationReplay.on(runtime)
        .through(service)
        .concurrency(plan.concurrency())
        .longestTurn(LONGEST_TURN);
  }

  /**
   * What is started.
   *
   * @param worker the words that start a worker; {@code worker --temporal HOST:PORT --task-queue
   *     NAME} is added to them, and it prints the name of its queue when it is ready
   * @param folder where the database of the server and all logs are
   */
  public record Programs(Path temporal, List<String> worker, Path folder) {}
}
