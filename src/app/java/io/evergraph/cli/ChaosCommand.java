package io.evergraph.cli;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.chaos.Chaos;
import io.evergraph.demo.chaos.ChaosPlan;
import io.evergraph.demo.chaos.ChaosReport;
import io.evergraph.spring.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "chaos",
    description = {
      "Runs recorded conversations while workers and the Temporal server are killed.",
      "",
      "Starts a Temporal server and workers of its own, kills them with -9 again and again, and starts"
          + " them anew. Every conversation must come out as recorded, and every second call to"
          + " model or tools must have a kill as its cause. Prints a report; the exit code is 0 only"
          + " when nothing was amiss.",
      ""
    })
final class ChaosCommand extends HelpfulCommand implements Callable<Integer> {
  @Option(
      names = "--conversations",
      paramLabel = "FILE",
      required = true,
      description = "What is said: a JSON document a line, in OpenAI's message format.")
  private Path conversations = Path.of("");

  @Option(names = "--limit", paramLabel = "N", description = "How many to run; all if not given.")
  private @Nullable Integer limit;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "16",
      description = "How many run at once; ${DEFAULT-VALUE} if not given.")
  private int concurrency;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many worker processes there are; ${DEFAULT-VALUE} if not given.")
  private int workers;

  @Option(
      names = "--kill-every",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "How long until the next worker is killed, on average; ${DEFAULT-VALUE} if not given, 0"
              + " kills none.")
  private double killEvery;

  @Option(
      names = "--worker-kills",
      paramLabel = "N",
      description = "How many workers are killed at most; no limit if not given.")
  private @Nullable Integer workerKills;

  @Option(
      names = "--server-kills",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often the server is killed; ${DEFAULT-VALUE} if not given.")
  private int serverKills;

  @Option(
      names = "--store-kills",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "How often a store is killed, PostgreSQL and Redis in turns; ${DEFAULT-VALUE} if not"
              + " given, none without stores.")
  private int storeKills;

  @Option(
      names = "--postgres-program",
      paramLabel = "WORDS",
      split = " ",
      description =
          "What starts a PostgreSQL server in the foreground, its data folder included; `-p PORT` is"
              + " added. It takes checkpoints and records of tasks. With --redis-program only.")
  private List<String> postgres = List.of();

  @Option(
      names = "--redis-program",
      paramLabel = "WORDS",
      split = " ",
      description =
          "What starts a Redis server in the foreground, its data folder included; `--port PORT` is"
              + " added. It takes emissions and results of nodes. With --postgres-program only.")
  private List<String> redis = List.of();

  @Option(
      names = "--answers",
      paramLabel = "SECONDS",
      defaultValue = "0.5",
      description =
          "How long model and tools take for an answer at most; ${DEFAULT-VALUE} if not given.")
  private double longestAnswer;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What victims and pauses are drawn from; ${DEFAULT-VALUE} if not given.")
  private long seed;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      defaultValue = "1200",
      description =
          "When everything is stopped and what still runs has failed; ${DEFAULT-VALUE} if not given.")
  private double timeLimit;

  @Option(
      names = "--temporal-program",
      paramLabel = "FILE",
      description = "The temporal program; the one on the path if not given.")
  private @Nullable Path temporal;

  @Option(
      names = "--worker-program",
      paramLabel = "WORDS",
      split = " ",
      description =
          "What a worker is started with, if not this program: `worker`, its server and its task"
              + " queue are added; it prints the name of the queue when it is ready.")
  private List<String> worker = List.of();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where database and logs go; a new temporary folder if not given.")
  private @Nullable Path folder;

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "How the report is printed; ${DEFAULT-VALUE} if not given.")
  private Format format = Format.TEXT;

  enum Format {
    TEXT,
    JSON
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Conversation> chosen = Arguments.conversations("--conversations", conversations, limit);
    ChaosReport report = new Chaos(plan(), programs(), this::tell).run(chosen);
    out().println(format == Format.JSON ? report.toJson() : report.toText());
    return report.isGood() ? 0 : 1;
  }

  private ChaosPlan plan() {
    return new ChaosPlan(
        workers,
        concurrency,
        seed,
        seconds(killEvery),
        workerKills == null ? Integer.MAX_VALUE : workerKills,
        serverKills,
        hasStores() ? storeKills : 0,
        seconds(longestAnswer),
        seconds(timeLimit));
  }

  private boolean hasStores() {
    if (postgres.isEmpty() != redis.isEmpty()) {
      throw new CommandFailedException(
          "Give both --postgres-program and --redis-program, or neither.");
    }
    return !redis.isEmpty();
  }

  private static Duration seconds(double number) {
    return Duration.ofMillis(Math.round(number * 1000));
  }

  private Chaos.Programs programs() throws IOException {
    Path program =
        Optional.ofNullable(temporal)
            .or(() -> Programs.find("temporal", System.getenv("PATH")))
            .orElseThrow(
                () ->
                    new CommandFailedException(
                        "There is no temporal program on the path. Give --temporal-program FILE;"
                            + " temporal-dev/install installs one."));
    Path place =
        folder == null
            ? Files.createTempDirectory("evergraph-chaos")
            : Files.createDirectories(folder);
    tell("database and logs are in " + place);
    List<String> words = worker.isEmpty() ? LaunchCommand.ofThisProcess().process() : worker;
    Chaos.Stores stores = hasStores() ? new Chaos.Stores(postgres, redis) : null;
    return new Chaos.Programs(
        Arguments.readable("--temporal-program", program), words, stores, place);
  }

  private void tell(String line) {
    err().println(line);
  }
}
