package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Whether scenarios notice a changed line; {@code .ci/breaks} runs it. Each line is changed alone,
 * and its scenario is played in a process that has the changed class before the others.
 */
class ChangedLines {
  private static final Path WORK = Path.of("target/breaks");
  private static final Path PAGE = Path.of("docs/mutation.md");
  private static final String BEGIN = "<!-- scenarios: begin -->\n";
  private static final String END = "<!-- scenarios: end -->\n";
  private static final String CLASS_PATH = JavaProcess.classPath();
  private static final int AT_ONCE = 2;
  private static final int LONGEST_SECONDS = 45;
  private static final int LONGEST_TEXT = 240;

  /** What came of a change: what the scenario reported, and whether that is a failed assertion. */
  private record Outcome(Break change, boolean isNoticed, String reported) {

    String row() {
      String text =
          reported
              .replaceAll("(?s); seen: .*?\\]\\s*\\n", "] ")
              .replaceAll("\\s+", " ")
              .replace('`', '\'')
              .replace("|", "\\|")
              .strip();
      String end = isNoticed ? "" : "**not noticed**: ";
      String cut = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + " …" : text;
      return "| %s | `%s`: %s | %s`%s` |%n"
          .formatted(change.scenario(), change.file(), change.breaks(), end, cut);
    }
  }

  /** With {@code -Dscenario=...} only the changes for one scenario are tried, and none is kept. */
  @Test
  void shouldBeNoticed() throws Exception {
    String only = System.getProperty("scenario", "");
    List<Outcome> outcomes = new ArrayList<>();
    for (Future<Outcome> played : played(only)) {
      Outcome outcome = played.get();
      System.out.print(outcome.row());
      outcomes.add(outcome);
    }
    assertThat(outcomes).as("changes for %s", only).isNotEmpty();
    if (only.isEmpty()) {
      keep(outcomes);
    }
    assertThat(outcomes.stream().filter(it -> !it.isNoticed()).map(Outcome::row))
        .as("changed lines that nobody notices")
        .isEmpty();
  }

  private static List<Future<Outcome>> played(String only) throws Exception {
    List<Callable<Outcome>> changes = new ArrayList<>();
    for (Break change : Break.load()) {
      if (only.isEmpty() || change.scenario().equals(only)) {
        changes.add(() -> outcome(change));
      }
    }
    ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);
    try {
      return players.invokeAll(changes);
    } finally {
      players.shutdown();
    }
  }

  private static Outcome outcome(Break change) throws Exception {
    String name = change.scenario().replace(' ', '-');
    Path folder = Files.createTempDirectory(Files.createDirectories(WORK), name + "-");
    compile(change, folder);
    File output = folder.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Dsun.net.httpserver.nodelay=true",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + CLASS_PATH,
                SingleScenario.class.getName(),
                change.scenario())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    boolean failed = ended && process.exitValue() == SingleScenario.FAILED;
    String reported = ended ? Files.readString(output.toPath()) : "time-out";
    boolean passed = ended && process.exitValue() == 0;
    return new Outcome(
        change, failed, failed ? failure(reported) : passed ? "it passes" : reported);
  }

  /** Drops what was logged before the assertion failed. */
  private static String failure(String reported) {
    return reported.substring(Math.max(0, reported.lastIndexOf("\n[")));
  }

  private static void compile(Break change, Path folder) throws IOException {
    assertThat(change.occurrences()).as("'%s' in %s", change.from(), change.file()).isEqualTo(1);
    Path source = folder.resolve("sources").resolve(change.file());
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Files.createDirectories(source.resolveSibling(""));
    Files.writeString(source, change.changed());
    int end =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-parameters",
                "-d",
                classes.toString(),
                "-cp",
                CLASS_PATH,
                source.toString());
    assertThat(end).as("the change for %s compiles", change.scenario()).isZero();
  }

  private static void keep(List<Outcome> outcomes) throws IOException {
    StringBuilder table = new StringBuilder();
    table.append(
        "%s: %d of %d changed lines were noticed.%n%n"
            .formatted(
                LocalDate.now(),
                outcomes.stream().filter(Outcome::isNoticed).count(),
                outcomes.size()));
    table.append("| scenario | what the changed line breaks | what the scenario reported |\n");
    table.append("|---|---|---|\n");
    outcomes.forEach(outcome -> table.append(outcome.row()));
    String page = Files.readString(PAGE);
    String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
    Files.writeString(PAGE, before + table + page.substring(page.indexOf(END)));
  }
}
