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

  /** Returns the kinds of back-ends by the contracts that their tests run. */
  private static Map<String, Set<String>> run() throws IOException {
    Map<String, Set<String>> kinds = new TreeMap<>();
    try (Stream<Path> files = Files.list(TESTS)) {
      for (Path file : (Iterable<Path>) files.filter(it -> !isContract(it))::iterator) {
        Matcher found = EXTENDING.matcher(Files.readString(file));
        while (found.find()) {
          kinds.computeIfAbsent(found.group(2), any -> new TreeSet<>()).add(kind(file));
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
