package io.evergraph.cli;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.Divergence;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.HistoryReplay;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Threads that were recorded by a server, or in files, to be played against a graph. */
final class RecordedThreads {
  private static final int USUAL_LIMIT = 100;

  @Option(
      names = "--graph",
      paramLabel = "NAME",
      description =
          "The graph to play recorded threads against, as this program has it: those of --thread,"
              + " those in the files of --history, or the newest --limit threads of the server.")
  private @Nullable String graph;

  @Option(
      names = "--thread",
      paramLabel = "ID",
      description =
          "With --graph, a thread of the server, or of the checkpoint store; may be given several"
              + " times.")
  private List<String> threads = List.of();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "With --graph, a history as `temporal workflow show --output json` prints it; may be given"
              + " several times.")
  private List<Path> histories = List.of();

  boolean areMeant() {
    return graph != null || !threads.isEmpty() || !histories.isEmpty();
  }

  int play(
      RuntimeOption runtime,
      @Nullable Integer limit,
      boolean verbose,
      PrintWriter out,
      CommandLine command)
      throws IOException {
    String name = graph;
    if (name == null || (!threads.isEmpty() && !histories.isEmpty())) {
      throw new ParameterException(
          command, "Expected --graph=NAME, with --thread=ID or --history=FILE or neither of them");
    }
    boolean isAlone = runtime.asksForMemory() || !histories.isEmpty();
    if (isAlone && threads.isEmpty() && histories.isEmpty()) {
      throw new ParameterException(
          command, "Expected --thread=ID with --runtime=memory: a store does not list its threads");
    }
    int most = limit == null ? USUAL_LIMIT : Arguments.atLeastOne("--limit", limit);
    ConnectionOptions connection = runtime.connection();
    try (Operator operator =
        isAlone
            ? Operator.offline(connection, verbose)
            : Operator.connectWithGraphs(connection, verbose)) {
      GraphRegistry graphs = operator.runtime().graphs();
      Graph to = graphs.graph(name);
      Graph[] older = graphs.older(name).toArray(new Graph[0]);
      return played(asked(new HistoryReplay(operator.connection(), to, older), most), out);
    }
  }

  private Map<String, Supplier<ReplayReport>> asked(HistoryReplay replay, int most)
      throws IOException {
    Map<String, Supplier<ReplayReport>> asked = new LinkedHashMap<>();
    for (Path file : histories) {
      byte[] content = Files.readAllBytes(Arguments.readable("--history", file));
      String json = new String(content, StandardCharsets.UTF_8);
      asked.put(file.toString(), () -> replay.play(json, idOf(file)));
    }
    List<ThreadId> ids = new ArrayList<>(threads.stream().map(ThreadId::of).toList());
    if (histories.isEmpty() && threads.isEmpty()) {
      ids.addAll(replay.threads(most));
    }
    ids.forEach(id -> asked.put(id.value(), () -> replay.play(id)));
    return asked;
  }

  /** Older servers leave the id out: a file that is named for its thread tells it. */
  private static ThreadId idOf(Path file) {
    String name = file.getFileName().toString().replaceAll("\\.json$", "");
    return ThreadId.of(name.replaceAll("[^A-Za-z0-9._~:-]", "-"));
  }

  private static int played(Map<String, Supplier<ReplayReport>> asked, PrintWriter out) {
    int fitting = 0;
    for (Map.Entry<String, Supplier<ReplayReport>> one : asked.entrySet()) {
      fitting += fits(one.getKey(), one.getValue(), out) ? 1 : 0;
    }
    out.printf("%d fit, %d do not.%n", fitting, asked.size() - fitting);
    return fitting == asked.size() ? 0 : 1;
  }

  private static boolean fits(String name, Supplier<ReplayReport> play, PrintWriter out) {
    try {
      ReplayReport report = play.get();
      String verdict = report.fits() ? "fits, " : "does not fit, ";
      out.println(name + ": " + verdict + played(report));
      report.first().map(Divergence::text).ifPresent(text -> out.println("  " + text));
      report.misfits().forEach(misfit -> out.println("  cannot move: " + misfit));
      return report.fits();
    } catch (GraphException unplayed) {
      out.println(name + ": cannot be played: " + unplayed.getMessage());
      return false;
    }
  }

  /** Of a thread that its own version does not take, nothing is known on the new one. */
  private static String played(ReplayReport report) {
    return report.steps() == 0 && report.version().isEmpty()
        ? "nothing could be played; if its own version is missing, name that before the new one in"
            + " evergraph.graphs"
        : report.steps() + " steps of version " + report.version();
  }
}
