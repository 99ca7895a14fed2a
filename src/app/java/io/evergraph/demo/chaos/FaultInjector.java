package io.evergraph.demo.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Kills while conversations run: workers after pauses that are drawn, the server whenever another
 * part of the conversations is over.
 */
final class FaultInjector {
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration TELL_EVERY = Duration.ofSeconds(5);

  /** After so many kills of workers, what the last one left is taken up with no other kill. */
  private static final int KILLS_IN_A_ROW = 5;

  private final ChaosPlan plan;
  private final WorkerFleet workers;
  private final CrashingServer server;
  private final @Nullable CrashingStores stores;
  private final BackgroundReplay play;
  private final Consumer<String> progress;
  private final SplittableRandom random;
  private final List<Fault> faults = new ArrayList<>();
  private final long begin = System.nanoTime();
  private int serverKills;
  private long nextKill;
  private long nextWord;

  FaultInjector(
      ChaosPlan plan,
      WorkerFleet workers,
      CrashingServer server,
      @Nullable CrashingStores stores,
      BackgroundReplay play,
      Consumer<String> progress) {
    this.plan = plan;
    this.workers = workers;
    this.server = server;
    this.stores = stores;
    this.play = play;
    this.progress = progress;
    this.random = new SplittableRandom(plan.seed());
    this.nextKill = begin + pause();
    this.nextWord = begin + TELL_EVERY.toNanos();
  }

  /** Goes on until the conversations are over or the time is up; returns what was killed. */
  List<Fault> run() throws InterruptedException {
    while (!play.endsWithin(TICK) && System.nanoTime() - begin < plan.timeLimit().toNanos()) {
      workers.restartEnded();
      if (stores != null && isStoresTurn(stores.crashes())) {
        stores.crashNext();
      }
      if (serverKills < plan.serverKills() && play.done() >= share(serverKills + 1)) {
        faults.add(server.crash());
        serverKills++;
      } else if (plan.killsAnotherWorker(workerKills()) && System.nanoTime() >= nextKill) {
        killWorker();
      }
      tell();
    }
    if (stores != null) {
      faults.addAll(stores.awaitBack());
    }
    return List.copyOf(faults);
  }

  /** The kills of stores stand between those of the server, evenly as well. */
  private boolean isStoresTurn(int crashes) {
    return crashes < plan.storeKills()
        && play.done() >= (2 * crashes + 1) * play.size() / (2 * plan.storeKills() + 1);
  }

  private int workerKills() {
    return faults.size() - serverKills;
  }

  /** The kills of the server part the conversations evenly. */
  private int share(int number) {
    return number * play.size() / (plan.serverKills() + 1);
  }

  private void killWorker() throws InterruptedException {
    workers
        .killOne(random)
        .ifPresent(
            kill -> {
              faults.add(kill);
              nextKill = System.nanoTime() + pause();
            });
  }

  /** Between half and one and a half of what is meant, and sometimes a takeover longer. */
  private long pause() {
    long mean = plan.killEvery().toNanos();
    long usual = mean / 2 + random.nextLong(mean + 1);
    boolean isCalm = workerKills() > 0 && workerKills() % KILLS_IN_A_ROW == 0;
    return isCalm ? usual + ChaosReport.ALLOWED.toNanos() : usual;
  }

  private void tell() {
    long now = System.nanoTime();
    if (now < nextWord) {
      return;
    }
    nextWord = now + TELL_EVERY.toNanos();
    progress.accept(
        "%d s: %d of %d conversations over, %d of %d workers ready, killed so far: %d workers, %d servers, %d stores"
            .formatted(
                Duration.ofNanos(now - begin).toSeconds(),
                play.done(),
                play.size(),
                workers.ready(),
                workers.size(),
                workerKills(),
                serverKills,
                stores == null ? 0 : stores.crashes()));
  }
}
