package io.evergraph.temporal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real dev server for the tests of this JVM: started when first needed, stopped with the JVM. */
public final class RealTemporal {
  private static final Path STATE =
      Path.of("target", "temporal-tests", "server-" + ProcessHandle.current().pid());

  /** Else the server waits until a second has passed between two executions of one workflow. */
  private static final String CONTINUE_AT_ONCE = "history.workflowIdReuseMinimalInterval=\"0s\"";

  /** A dev server spends a tenth of its processor time on garbage; memory is there. */
  private static final String COLLECT_AT = "GOGC";

  private static final String COLLECT_SELDOM = "400";

  /** Settings of a developer for other servers, such as a key. */
  private static final String OF_OTHER_SERVERS = "TEMPORAL_";

  private static String address = "";

  private RealTemporal() {}

  /** Returns host and port. */
  public static synchronized String address() {
    if (address.isEmpty()) {
      String state = STATE.toString();
      run(
          "temporal-dev/up",
          "--port",
          "0",
          "--headless",
          "--no-sync",
          "--state",
          state,
          "--set",
          CONTINUE_AT_ONCE);
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> run("temporal-dev/down", "--state", STATE.toString())));
      address = read(STATE.resolve("address"));
    }
    return address;
  }

  /**
   * Adds a namespace to the server, for tests that look at all threads: in another, reading those
   * whose workers have ended takes ten seconds each.
   *
   * @return its name
   */
  public static String namespace(String name) {
    run(program(), "operator", "namespace", "create", "--namespace", name, "--address", address());
    return name;
  }

  /**
   * Returns the path of the {@code temporal} program; what its installation says is passed over.
   */
  public static String program() {
    List<String> lines = run("temporal-dev/install").lines().toList();
    return lines.get(lines.size() - 1);
  }

  /** Runs a program in the project's folder and returns what it printed. */
  public static String run(String... command) {
    try {
      ProcessBuilder program = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
      program.environment().putIfAbsent(COLLECT_AT, COLLECT_SELDOM);
      program.environment().keySet().removeIf(name -> name.startsWith(OF_OTHER_SERVERS));
      Process process = program.start();
      String output = new String(process.getInputStream().readAllBytes());
      if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed: " + output);
      }
      return output;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
