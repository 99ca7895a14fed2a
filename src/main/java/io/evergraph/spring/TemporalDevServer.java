package io.evergraph.spring;

import io.evergraph.error.RuntimeUnavailableException;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A Temporal dev server with a database file, started as a child of this process and stopped with
 * it. One that a killed process left behind on the same folder is taken over, or replaced where it
 * does not serve the namespace.
 */
public final class TemporalDevServer implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String HOST = LOOPBACK.getHostAddress();
  private static final int ANY_PORT = 0;
  private static final String NAMESPACE = "default";

  /** The same settings as in the folder temporal-dev, which a jar does not have. */
  static final List<String> START =
      List.of(
          "server",
          "start-dev",
          "--ip=" + HOST,
          "--ui-ip=" + HOST,
          "--log-level=warn",
          "--search-attribute=EvergraphGraph=Keyword",
          "--search-attribute=EvergraphStatus=Keyword",
          "--search-attribute=EvergraphTenant=Keyword",
          // The default of 20 a second makes every hand-over of a run wait for a slot of 50 ms
          "--dynamic-config-value=history.transferProcessorMaxPollRPS=2000",
          "--dynamic-config-value=history.timerProcessorMaxPollRPS=2000",
          // What newer servers do by themselves
          "--dynamic-config-value=system.enableActivityEagerExecution=true",
          // Else it reads what attributes there are from its database whenever one is written
          "--dynamic-config-value=system.forceSearchAttributesCacheRefreshOnRead=false");

  private final DevServerFolder folder;
  private final ProcessHandle process;
  private final DevServerFolder.Note note;

  private TemporalDevServer(
      DevServerFolder folder, ProcessHandle process, DevServerFolder.Note note) {
    this.folder = folder;
    this.process = process;
    this.note = note;
  }

  /**
   * Starts a server with the namespace {@code default}, and waits until it is ready.
   *
   * @param program the temporal program
   * @param settings its folder and ports
   * @throws RuntimeUnavailableException when it does not start
   * @throws io.evergraph.error.InvalidInputException when another process has the folder
   */
  public static TemporalDevServer start(Path program, EvergraphProperties.DevServer settings) {
    return start(program, NAMESPACE, settings, address -> isReady(address, NAMESPACE));
  }

  static TemporalDevServer start(
      Path program,
      String namespace,
      EvergraphProperties.DevServer settings,
      Predicate<String> ready) {
    DevServerFolder folder = DevServerFolder.open(settings.dataDirectory());
    try {
      Optional<TemporalDevServer> left = leftBehind(folder);
      if (left.isPresent() && ready.test(left.get().address())) {
        return left.get();
      }
      left.ifPresent(TemporalDevServer::stop); // two on one database would destroy it
      return launch(program, namespace, settings, folder, ready);
    } catch (RuntimeException failure) {
      folder.close();
      throw failure;
    }
  }

  private static Optional<TemporalDevServer> leftBehind(DevServerFolder folder) {
    String database = folder.database().toString();
    return folder
        .note()
        .flatMap(
            note ->
                ProcessHandle.of(note.pid())
                    .filter(process -> runsOn(process, database))
                    .map(process -> new TemporalDevServer(folder, process, note)));
  }

  private static boolean runsOn(ProcessHandle process, String database) {
    return process.info().arguments().stream().flatMap(Stream::of).anyMatch(database::equals);
  }

  private static TemporalDevServer launch(
      Path program,
      String namespace,
      EvergraphProperties.DevServer settings,
      DevServerFolder folder,
      Predicate<String> ready) {
    int port = freePort(settings.port(), ANY_PORT);
    int uiPort = freePort(settings.uiPort(), port);
    Process process = spawn(command(program, namespace, folder, port, uiPort), folder.log());
    DevServerFolder.Note note =
        new DevServerFolder.Note(process.pid(), HOST + ":" + port, "http://" + HOST + ":" + uiPort);
    TemporalDevServer server = new TemporalDevServer(folder, process.toHandle(), note);
    try {
      folder.write(note); // before it is ready: a process that is killed meanwhile leaves it behind
      server.awaitReady(ready);
      return server;
    } catch (RuntimeException failure) {
      server.stop();
      folder.eraseNote();
      throw failure;
    }
  }

  private static List<String> command(
      Path program, String namespace, DevServerFolder folder, int port, int uiPort) {
    List<String> words = new ArrayList<>();
    // A session of its own where there is a program for it: Ctrl-C is for this process first
    Programs.find("setsid", System.getenv("PATH")).ifPresent(it -> words.add(it.toString()));
    words.add(program.toString());
    words.addAll(START);
    words.addAll(
        List.of(
            "--port=" + port,
            "--ui-port=" + uiPort,
            "--namespace=" + namespace,
            "--db-filename",
            folder.database().toString()));
    return words;
  }

  private static Process spawn(List<String> command, Path log) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .redirectInput(ProcessBuilder.Redirect.PIPE)
          .start();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot run " + command.get(0), failure);
    }
  }

  private static int freePort(int wanted, int taken) {
    if (wanted != ANY_PORT && wanted != taken && isFree(wanted)) {
      return wanted;
    }
    int found = anyFreePort();
    while (found == taken) {
      found = anyFreePort();
    }
    return found;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(LOOPBACK, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static int anyFreePort() {
    try (ServerSocket socket = new ServerSocket(ANY_PORT, 1, LOOPBACK)) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException("There is no free port", failure);
    }
  }

  private void awaitReady(Predicate<String> ready) {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!ready.test(address())) {
      if (endsWithin(PAUSE) || System.nanoTime() > deadline) {
        throw new RuntimeUnavailableException(address(), "it did not start; " + lastWords());
      }
    }
  }

  private boolean endsWithin(Duration time) {
    CompletableFuture<ProcessHandle> end = process.onExit();
    try {
      end.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException goesOn) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  static boolean isReady(String address, String namespace) {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(address)
                .validateAndBuildWithDefaults());
    try {
      DescribeNamespaceRequest request =
          DescribeNamespaceRequest.newBuilder().setNamespace(namespace).build();
      return stubs
          .blockingStub()
          .withDeadlineAfter(PROBE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
          .describeNamespace(request)
          .hasNamespaceInfo();
    } catch (StatusRuntimeException notYet) {
      return false;
    } finally {
      stubs.shutdownNow();
    }
  }

  private String lastWords() {
    try (Stream<String> lines = Files.lines(folder.log())) {
      return "the end of its log (" + folder.log() + ") is: " + lines.reduce("", (a, b) -> b);
    } catch (IOException | UncheckedIOException unreadable) {
      return "see " + folder.log();
    }
  }

  /** Returns host and port. */
  public String address() {
    return note.address();
  }

  String uiUrl() {
    return note.uiUrl();
  }

  Path database() {
    return folder.database();
  }

  /**
   * Ends the server without a warning, as a loss of its machine does, and frees the folder; what
   * ran goes on when the next one is started on it.
   */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
    folder.close();
  }

  /** Frees the folder and leaves the server running, as the end of a killed process does. */
  void leave() {
    folder.close();
  }

  /** Stops the server; what ran goes on when the next one is started on the folder. */
  @Override
  public void close() {
    stop();
    folder.eraseNote();
    folder.close();
  }

  private void stop() {
    process.destroy();
    if (!endsWithin(STOP_TIMEOUT) || process.isAlive()) {
      process.destroyForcibly();
      process.onExit().join();
    }
  }
}
