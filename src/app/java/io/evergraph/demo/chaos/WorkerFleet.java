package io.evergraph.demo.chaos;

import io.evergraph.demo.chaos.Fault.WorkerKill;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The worker processes. One that has ended is followed by a new one. */
final class WorkerFleet implements AutoCloseable {
  private final List<Slot> slots;
  private int ownEnds;
  private boolean closed;

  private WorkerFleet(List<Slot> slots) {
    this.slots = slots;
  }

  static WorkerFleet start(
      Chaos.Programs programs,
      int number,
      String target,
      String queue,
      Map<String, String> environment) {
    List<String> command =
        Stream.concat(
                programs.worker().stream(),
                Stream.of("worker", "--temporal", target, "--task-queue", queue))
            .toList();
    List<Slot> slots = new ArrayList<>();
    IntStream.rangeClosed(1, number)
        .mapToObj(it -> programs.folder().resolve("worker-" + it + ".log"))
        .forEach(log -> slots.add(new Slot(command, environment, queue, log)));
    return new WorkerFleet(slots);
  }

  int size() {
    return slots.size();
  }

  long ready() {
    return slots.stream().filter(Slot::isReady).count();
  }

  synchronized int ownEnds() {
    return ownEnds;
  }

  synchronized void restartEnded() {
    for (Slot slot : slots) {
      if (!closed && !slot.isAlive()) {
        ownEnds++;
        slot.restart();
      }
    }
  }

  /** Kills a worker and starts a new one in its place, where another one is there to take over. */
  synchronized Optional<WorkerKill> killOne(SplittableRandom random) throws InterruptedException {
    List<Slot> ready = slots.stream().filter(Slot::isReady).toList();
    if (closed || ready.size() < Math.min(2, slots.size())) {
      return Optional.empty();
    }
    Slot victim = ready.get(random.nextInt(ready.size()));
    WorkerKill kill = victim.kill();
    victim.restart();
    return Optional.of(kill);
  }

  @Override
  public synchronized void close() {
    closed = true;
    slots.forEach(Slot::close);
  }

  /** The place of one worker process, in which a new one follows the old one. */
  private static final class Slot implements AutoCloseable {
    private final List<String> command;
    private final Map<String, String> environment;
    private final String readyWord;
    private final Path log;
    private volatile Running running;

    Slot(List<String> command, Map<String, String> environment, String readyWord, Path log) {
      this.command = List.copyOf(command);
      this.environment = Map.copyOf(environment);
      this.readyWord = readyWord;
      this.log = log;
      this.running = new Running();
    }

    boolean isAlive() {
      return running.process.isAlive();
    }

    boolean isReady() {
      return isAlive() && running.ready;
    }

    void restart() {
      running = new Running();
    }

    WorkerKill kill() throws InterruptedException {
      Instant at = Instant.now();
      Process victim = running.process;
      int unused = victim.destroyForcibly().waitFor();
      return new WorkerKill(at, victim.pid());
    }

    @Override
    public void close() {
      running.process.destroyForcibly();
    }

    private final class Running {
      private final Process process;
      private volatile boolean ready;

      Running() {
        try {
          ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
          builder.environment().putAll(environment);
          this.process = builder.start();
        } catch (IOException failure) {
          throw new UncheckedIOException("Cannot run " + command.get(0), failure);
        }
        Thread reader = new Thread(this::read, "worker-log");
        reader.setDaemon(true);
        reader.start();
      }

      private void read() {
        try (BufferedReader lines =
                new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            PrintWriter copy =
                new PrintWriter(
                    Files.newBufferedWriter(
                        log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    true)) {
          copy.println("process " + process.pid());
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            copy.println(line);
            ready |= line.contains(readyWord);
          }
        } catch (IOException killed) {
          // what a killed process has not said is lost
        }
      }
    }
  }
}
