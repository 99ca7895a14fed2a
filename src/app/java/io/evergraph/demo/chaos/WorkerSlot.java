package io.evergraph.demo.chaos;

import io.evergraph.demo.chaos.Disaster.WorkerKill;
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
import java.util.List;

/** The place of one worker process, in which a new one follows the old one. */
final class WorkerSlot implements AutoCloseable {
  private final List<String> command;
  private final String readyWord;
  private final Path log;
  private volatile Running running;

  /**
   * Starts the first process.
   *
   * @param command its words
   * @param readyWord what it prints when it is ready
   * @param log where what it prints goes
   */
  WorkerSlot(List<String> command, String readyWord, Path log) {
    this.command = List.copyOf(command);
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

  /** Kills the process as {@code kill -9} does. */
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

  /** One process, and whether it has said that it is ready. */
  private final class Running {
    private final Process process;
    private volatile boolean ready;

    Running() {
      try {
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
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
