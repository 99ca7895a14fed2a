package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
  @TempDir Path folder;

  @Test
  void shouldTakeTheFirstExecutableOnThePath() throws IOException {
    Files.createFile(Files.createDirectories(folder.resolve("a")).resolve("temporal"));
    Path second = program("b");
    program("c");

    String path = String.join(File.pathSeparator, in("empty"), "", in("a"), in("b"), in("c"));

    assertThat(Programs.find("temporal", path)).contains(second);
  }

  @Test
  void shouldFindNothingWhereThereIsNoPath() {
    assertThat(Programs.find("temporal", null)).isEmpty();
    assertThat(Programs.find("temporal", "")).isEmpty();
    assertThat(Programs.find("temporal", in("nowhere"))).isEmpty();
  }

  private String in(String name) {
    return folder.resolve(name).toString();
  }

  private Path program(String name) throws IOException {
    Path file = Files.createFile(Files.createDirectories(folder.resolve(name)).resolve("temporal"));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
