package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.Pace;
import io.evergraph.demo.airline.ReplayServer;
import io.evergraph.error.RuntimeUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs recorded conversations on worker processes and a Temporal server of its own, kills both
 * again and again, and tells whether anybody could notice: every conversation must come out as
 * recorded, and no call may happen twice without a reason. Where there are stores, they are killed
 * as well, and must hold every thread and task in the end.
 */
public record Chaos(ChaosPlan plan, Programs programs, Consumer<String> progress) {
  private static final Duration LONGEST_START = Duration.ofMinutes(5);
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
        CrashingStores stores = programs.startStores();
        WorkerFleet workers =
            WorkerFleet.start(
                programs,
                plan.workers(),
                server.address(),
                queue,
                stores == null ? Map.of() : stores.environment())) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> endAll(workers, server, stores)));
      awaitReady(workers, server);
      return new ChaosRun(plan, progress, service, server, workers, queue)
          .run(conversations, stores);
    }
  }

  private static void endAll(
      WorkerFleet workers, CrashingServer server, @Nullable CrashingStores stores) {
    workers.close();
    server.close();
    if (stores != null) {
      stores.close();
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

  /**
   * What is started.
   *
   * @param worker the words that start a worker; {@code worker --temporal HOST:PORT --task-queue
   *     NAME} is added to them, and it prints the name of its queue when it is ready
   * @param stores what else is killed; null for nothing
   * @param folder where the database of the server and all logs are
   */
  public record Programs(Path temporal, List<String> worker, @Nullable Stores stores, Path folder) {
    /** Starts the stores; null where there are none. */
    @Nullable CrashingStores startStores() throws IOException, InterruptedException {
      return stores == null ? null : new CrashingStores(stores, folder);
    }
  }

  /**
   * What starts the stores, in the foreground. {@code -p PORT} and {@code --port PORT} are added.
   *
   * @param postgres with its data folder, in which the user {@code postgres} needs no password
   * @param redis with its data folder, and so that it keeps on disk what it has acknowledged
   */
  public record Stores(List<String> postgres, List<String> redis) {
    public Stores {
      postgres = List.copyOf(postgres);
      redis = List.copyOf(redis);
    }
  }
}
