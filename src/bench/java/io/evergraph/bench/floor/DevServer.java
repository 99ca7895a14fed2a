package io.evergraph.bench.floor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Temporal dev server of its own, with an empty database. */
record DevServer(Path state, String address) implements AutoCloseable {
  /** How a server is set. */
  enum Settings {
    /** As {@code temporal-dev/up} sets it. */
    TUNED("A server as temporal-dev/up starts it", 2000),
    /** As it is where nobody sets anything. */
    DEFAULT("A server with default settings", 20);

    final String title;

    /** How often a second the queues of a run are looked at. */
    final int polls;

    Settings(String title, int polls) {
      this.title = title;
      this.polls = polls;
    }
  }

  static DevServer start(Settings settings) throws IOException, InterruptedException {
    Path state = Files.createTempDirectory("evergraph-floor");
    String unused =
        Commands.run(
            "temporal-dev/up",
            "--headless",
            "--port",
            "0",
            "--state",
            state.toString(),
            "--set",
            "history.transferProcessorMaxPollRPS=" + settings.polls,
            "--set",
            "history.timerProcessorMaxPollRPS=" + settings.polls);
    DevServer server = new DevServer(state, Files.readString(state.resolve("address")).strip());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    return server;
  }

  /** Stops it; once more, where it is stopped, does nothing. */
  @Override
  public void close() {
    try {
      String unused = Commands.run("temporal-dev/down", "--state", state.toString());
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException("The server of " + state + " goes on.", failure);
    }
  }
}
