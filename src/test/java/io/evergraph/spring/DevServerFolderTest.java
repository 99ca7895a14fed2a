package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevServerFolderTest {
  @TempDir Path parent;

  @Test
  void shouldRememberTheServerThatRunsOnIt() {
    Path path = parent.resolve("deep/data");
    DevServerFolder.Note note = new DevServerFolder.Note(12, "127.0.0.1:7233", "http://ui");

    try (DevServerFolder folder = DevServerFolder.open(path)) {
      assertThat(folder.note()).isEmpty();
      folder.write(note);
    }

    try (DevServerFolder again = DevServerFolder.open(path)) {
      assertThat(again.note()).contains(note);
      again.eraseNote();
      assertThat(again.note()).isEmpty();
    }
  }

  @Test
  void shouldRefuseASecondUserAndNameTheServerOfTheFirst() {
    try (DevServerFolder first = DevServerFolder.open(parent)) {
      first.write(new DevServerFolder.Note(12, "127.0.0.1:7233", ""));

      assertThatThrownBy(() -> DevServerFolder.open(parent))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining(parent.toString())
          .hasMessageContaining(
              "in use by the server at 127.0.0.1:7233: share it with"
                  + " evergraph.temporal.target=127.0.0.1:7233 (on the command line"
                  + " --temporal 127.0.0.1:7233), or do without it by evergraph.runtime=memory")
          .hasMessageContaining("data-directory");
    }
  }

  @Test
  void shouldIgnoreANoteThatCannotBeRead() throws IOException {
    Files.writeString(parent.resolve("server.properties"), "pid=many");

    try (DevServerFolder folder = DevServerFolder.open(parent)) {
      assertThat(folder.note()).isEmpty();
    }
  }

  @Test
  void shouldSayWhichFolderCannotBeMade() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> DevServerFolder.open(file.resolve("data")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("data-directory");
  }
}
