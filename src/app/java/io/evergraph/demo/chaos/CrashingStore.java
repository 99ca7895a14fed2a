package io.evergraph.demo.chaos;

import io.evergraph.demo.chaos.Fault.StoreOutage;
import io.evergraph.error.RuntimeUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A store in processes of its own, which are killed and come back with what was on disk. */
final class CrashingStore implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofMinutes(2);
  private static final long LOOK_EVERY_MILLIS = 50;

  private final String name;
  private final List<String> command;
  private final Path log;
  private final Callable<Boolean> answers;
  private Process process;

  /**
   * Starts a store and waits until it answers.
   *
   * @param command the words that start it, in the foreground
   * @param answers looks whether it answers; may throw while it does not
   */
  CrashingStore(String name, List<String> command, Path log, Callable<Boolean> answers)
      throws InterruptedException {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
    this.answers = answers;
    this.process = spawn();
    awaitAnswer();
  }

  private Process spawn() {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot run " + command.get(0), failure);
    }
  }

  private void awaitAnswer() throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_START.toNanos();
    while (!isAnswering()) {
      if (System.nanoTime() > deadline) {
        throw new RuntimeUnavailableException(name, "it did not start; see " + log);
      }
      if (!process.isAlive()) {
        process = spawn(); // what is left of the one before may still have its files
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private boolean isAnswering() {
    try {
      return process.isAlive() && answers.call();
    } catch (Exception notYet) {
      return false;
    }
  }

  /** Kills it as {@code kill -9} does, leaves it away, and returns when it answers again. */
  synchronized StoreOutage crash(Duration away) throws InterruptedException {
    Instant at = Instant.now();
    kill();
    TimeUnit.MILLISECONDS.sleep(away.toMillis());
    process = spawn();
    awaitAnswer();
    return new StoreOutage(name, at, Instant.now());
  }

  private void kill() throws InterruptedException {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    int unused = process.waitFor();
  }

  @Override
  public void close() {
    Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
  }
}
