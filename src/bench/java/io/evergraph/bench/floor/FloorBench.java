package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Bench;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Measures Evergraph and hand-written workflows in turns: each table on a server and with workers
 * of its own.
 */
@Command(
    name = "floor",
    description =
        "Measures workloads by hand-written workflows and by Evergraph, in turns, on servers that it"
            + " starts, and prints tables in Markdown.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true)
public final class FloorBench implements Callable<Integer> {
  /** What takes long comes first: it warms the JVM up for what is over soon. */
  private static final List<String> ALL =
      List.of("seq1000", "react100", "fan100", "tput", "fan5", "chain3", "hitl", "heard", "delete");

  private static final List<String> USUAL = ALL.subList(ALL.indexOf("tput"), ALL.size());
  private static final List<String> SHORT = ALL.subList(ALL.indexOf("fan5"), ALL.size());
  private static final List<String> OF_STEPS = List.of("seq1000");

  private static final String BEGIN = "<!-- figures: begin -->\n";
  private static final String END = "<!-- figures: end -->\n";

  @Option(names = "--server", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private List<DevServer.Settings> servers = List.of(DevServer.Settings.values());

  @Option(names = "--placement", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private List<ComparedPlacement> placements = List.of(ComparedPlacement.values());

  @Option(names = "--form", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private List<Form> forms = List.of(Form.values());

  @Option(names = "--workload", split = ",", description = "Which workloads.")
  private List<String> names = ALL;

  @Option(names = "--seconds", description = "How long each is repeated.")
  private long seconds = 14;

  @Option(names = "--warm-up", description = "How many seconds it may take to become steady.")
  private long warmUp = 20;

  @Option(names = "--into", description = "A page whose figures are replaced.")
  private @Nullable Path page;

  @Option(names = "--table", hidden = true, description = "Measure one table in this process.")
  private boolean isTable;

  @Option(names = "--target", hidden = true, description = "The server of workers elsewhere.")
  private @Nullable String target;

  @Option(names = "--workers", hidden = true, description = "What the names of their queues share.")
  private @Nullable String workers;

  private FloorBench() {}

  /** Runs the command. */
  public static void main(String... arguments) {
    System.exit(
        new CommandLine(new FloorBench())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (page != null) {
      requireFigures(page);
    }
    String tables = target != null && workers != null ? called(target, workers) : measured();
    System.out.print(tables);
    if (page != null) {
      replaceFigures(page, tables);
    }
    return 0;
  }

  private String measured() throws IOException, InterruptedException {
    if (isTable) {
      return table(servers.get(0), placements.get(0), forms.get(0));
    }
    StringBuilder tables = new StringBuilder();
    for (DevServer.Settings server : servers) {
      tables.append("## ").append(server.title).append("\n\n");
      for (ComparedPlacement placement : placements) {
        for (Form form : forms) {
          tables.append(tableOfItsOwn(server, placement, form));
        }
      }
    }
    return tables.toString();
  }

  /** What one table makes the compiler and the server hold is no burden for the next. */
  private String tableOfItsOwn(DevServer.Settings server, ComparedPlacement placement, Form form)
      throws IOException, InterruptedException {
    List<String> chosen =
        workloads(server, placement, form).stream().filter(names::contains).toList();
    return chosen.isEmpty()
        ? ""
        : again(form, chosen, "--table", "--server=" + server, "--placement=" + placement);
  }

  /** The workers are in this process, the callers here or in a process of their own. */
  private String table(DevServer.Settings settings, ComparedPlacement placement, Form form)
      throws IOException, InterruptedException {
    Queues queues = Queues.fresh();
    try (DevServer server = DevServer.start(settings);
        TemporalConnection connection = open(server.address(), queues);
        Workers unused = new Workers(connection, queues, placement.policy)) {
      return form.isElsewhere()
          ? again(form, names, "--target=" + server.address(), "--workers=" + queues.suffix())
          : new FormBench(connection, queues, placement, bench()).measure(form, names);
    }
  }

  private static List<String> workloads(
      DevServer.Settings settings, ComparedPlacement placement, Form form) {
    if (settings == DevServer.Settings.DEFAULT) {
      return placement == ComparedPlacement.REMOTE ? SHORT : List.of();
    }
    if (form != Form.THREAD_HERE) {
      return placement == ComparedPlacement.REMOTE ? USUAL : List.of();
    }
    return placement == ComparedPlacement.REMOTE ? ALL : OF_STEPS;
  }

  /** Measures in a JVM of its own. */
  private String again(Form form, List<String> chosen, String... role)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-classpath",
                System.getProperty("java.class.path"),
                FloorBench.class.getName(),
                "--form=" + form,
                "--workload=" + String.join(",", chosen),
                "--seconds=" + seconds,
                "--warm-up=" + warmUp));
    words.addAll(List.of(role));
    return Commands.run(words.toArray(String[]::new));
  }

  private String called(String server, String suffix) {
    Queues queues = new Queues(suffix);
    try (TemporalConnection connection = open(server, queues)) {
      return new FormBench(connection, queues, ComparedPlacement.REMOTE, bench())
          .measure(forms.get(0), names);
    }
  }

  private static TemporalConnection open(String server, Queues queues) {
    TemporalOptions options =
        TemporalOptions.builder().target(server).taskQueue(queues.graphs()).build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  private Bench bench() {
    return new Bench(Duration.ofSeconds(seconds), OptionalInt.empty(), Duration.ofSeconds(warmUp));
  }

  /** Before it measures for an hour. */
  private void requireFigures(Path page) throws IOException {
    if (!Files.exists(page)
        || !Files.readString(page).matches("(?s).*" + BEGIN + ".*" + END + ".*")) {
      throw new ParameterException(
          new CommandLine(this),
          "--into: expected a page with the lines "
              + BEGIN.strip()
              + " and "
              + END.strip()
              + ", found none in "
              + page);
    }
  }

  private static void replaceFigures(Path page, String tables) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    Files.writeString(page, text.substring(0, begin) + tables + text.substring(text.indexOf(END)));
  }
}
