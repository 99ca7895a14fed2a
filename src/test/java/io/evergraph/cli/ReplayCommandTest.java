package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
  private static final Path ALL = Path.of("src/test/resources/airline/conversations.jsonl");

  @TempDir Path folder;

  @Test
  void shouldSayOfEachConversationHowItWentAndCountAtTheEnd() {
    CommandRun run = replay(ALL, "--limit", "3", "--concurrency", "2");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.outLines()).hasSize(5).last().isEqualTo("3 passed, 0 failed");
    assertThat(run.outLines().get(0)).contains("passed", "model calls");
  }

  @Test
  void shouldFailWhenAConversationComesOutDifferently() throws IOException {
    List<String> lines = Files.readAllLines(ALL);
    Path altered = folder.resolve("altered.jsonl");
    Files.write(altered, List.of(lines.get(0).replace("reservation", "Reservation"), lines.get(1)));

    CommandRun run = replay(altered, "--recordings", ALL.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.outLines()).last().isEqualTo("1 passed, 1 failed");
    assertThat(run.outLines()).anyMatch(line -> line.contains("expected"));
  }

  @Test
  void shouldNameTheLineOfAFileThatItCannotRead() throws IOException {
    Path garbage = Files.writeString(folder.resolve("garbage.jsonl"), "garbage\n");

    CommandRun run = replay(garbage);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).hasSize(1).first().asString().contains("line 1", "garbage");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldNameAFileThatIsNotThere() {
    CommandRun run = replay(folder.resolve("none.jsonl"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).hasSize(1).first().asString().contains("none.jsonl");
  }

  @Test
  void shouldRefuseToRunNothing() {
    assertThat(replay(ALL, "--limit", "0").errLines()).hasSize(1);
    assertThat(replay(ALL, "--concurrency", "-1").errLines()).hasSize(1);
  }

  @Test
  void shouldRefuseRecordingsOfConversationsBesideAGraph() {
    CommandRun run = CommandRun.of("replay", "--graph", "nosuch", "--recordings", ALL.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errLines()).singleElement().asString().contains("--conversations");
  }

  private static CommandRun replay(Path file, String... more) {
    List<String> words = new ArrayList<>(List.of("replay", "--conversations", file.toString()));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(new String[0]));
  }
}
