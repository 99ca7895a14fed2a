package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReliabilityTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|Contract))#(\\w+)`");
  private static final Path TESTS = Path.of("src/test/java");

  @Test
  void shouldNameOnlyTestsThatExist() throws IOException {
    String page = Files.readString(Path.of("docs/reliability.md"));
    List<MatchResult> named = NAMED.matcher(page).results().toList();

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(named)
        .allSatisfy(it -> assertThat(source(it.group(1))).contains("void " + it.group(2) + "("));
  }

  private static String source(String test) {
    try (Stream<Path> files = Files.walk(TESTS)) {
      Path found =
          files
              .filter(file -> file.endsWith(test + ".java"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("There is no test " + test));
      return Files.readString(found);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
