package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of stores and contracts says what the tests run. */
class StoreTableTest {
  private static final Path TESTS = Path.of("src/test/java/io/evergraph/backend");
  private static final List<String> KINDS =
      List.of("Local", "File", "Postgres", "MariaDb", "Redis");
  private static final Pattern EXTENDING = Pattern.compile("class (\\w+) extends (\\w+Contract)");
  private static final String ONLY_POSTGRES = "Jdbc";

  private static final Path PRODUCT = Path.of("src/main/java/io/evergraph");
  private static final Pattern IMPLEMENTING =
      Pattern.compile(
          "public final class (Local|File|Jdbc|Redis)\\w+ implements (?!AutoCloseable)(\\w+)");

  /** Returns the kinds of back-ends by the contracts that their tests run. */
  private static Map<String, Set<String>> run() throws IOException {
    Map<String, Set<String>> kinds = new TreeMap<>();
    try (Stream<Path> files = Files.list(TESTS)) {
      for (Path file : (Iterable<Path>) files.filter(it -> !isContract(it))::iterator) {
        Matcher found = EXTENDING.matcher(Files.readString(file));
        while (found.find()) {
          for (String contract : withParts(found.group(2))) {
            kinds.computeIfAbsent(contract, any -> new TreeSet<>()).add(kind(file));
          }
        }
      }
    }
    return kinds;
  }

  /** A contract with those that are part of it. */
  private static List<String> withParts(String contract) throws IOException {
    List<String> all = new ArrayList<>(List.of(contract));
    Matcher part = EXTENDING.matcher(Files.readString(TESTS.resolve(contract + ".java")));
    if (part.find()) {
      all.addAll(withParts(part.group(2)));
    }
    return all;
  }

  /** Returns the kinds of back-ends by the contracts of the ports that they implement. */
  private static Map<String, Set<String>> implemented() throws IOException {
    Map<String, Set<String>> kinds = new TreeMap<>();
    try (Stream<Path> files = Files.walk(PRODUCT)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Matcher found = IMPLEMENTING.matcher(Files.readString(file));
        if (found.find()) {
          kinds
              .computeIfAbsent(found.group(2) + "Contract", any -> new TreeSet<>())
              .add(found.group(1).replace(ONLY_POSTGRES, "Postgres"));
        }
      }
    }
    return kinds;
  }

  private static boolean isContract(Path file) {
    return file.getFileName().toString().endsWith("Contract.java");
  }

  private static String kind(Path test) {
    String name = test.getFileName().toString().replace(ONLY_POSTGRES, "Postgres");
    return KINDS.stream().filter(name::startsWith).findFirst().orElseThrow();
  }

  @Test
  void shouldRunTheContractOfItsPortOnEveryBackEnd() throws Exception {
    Map<String, Set<String>> run = run();
    Map<String, Set<String>> implemented = implemented();

    assertThat(implemented).hasSize(8);
    implemented.forEach(
        (contract, kinds) -> {
          assertThat(run).containsKey(contract);
          assertThat(run.get(contract)).as(contract).contains("Local").containsAll(kinds);
        });
  }

  @Test
  void shouldShowWhichContractsRunOnWhichBackEnd() throws Exception {
    List<String> rows = new ArrayList<>();
    run()
        .forEach(
            (contract, kinds) -> {
              List<String> cells =
                  KINDS.stream().map(it -> kinds.contains(it) ? "yes" : "").toList();
              rows.add(
                  ("| `" + contract + "` | " + String.join(" | ", cells) + " |")
                      .replace("  ", " "));
            });

    List<String> page =
        Files.readAllLines(Path.of("docs/checkpoints.md")).stream()
            .filter(line -> line.matches("\\| `\\w+Contract` \\|.*"))
            .map(line -> line.replaceFirst("(`\\w+`) \\| [^|]+ \\|", "$1 |"))
            .toList();

    assertThat(page).containsExactlyInAnyOrderElementsOf(rows);
  }
}
