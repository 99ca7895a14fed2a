package io.evergraph.spring;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The {@code temporal} program of this machine. */
final class TemporalProgram {
  private TemporalProgram() {}

  /**
   * Finds the program.
   *
   * @param searchPath folders, separated as the system does; null for none
   */
  static Optional<Path> find(@Nullable String searchPath) {
    return Optional.ofNullable(searchPath).stream()
        .flatMap(path -> Arrays.stream(path.split(File.pathSeparator, -1)))
        .flatMap(TemporalProgram::inFolder)
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private static Stream<Path> inFolder(String folder) {
    try {
      return folder.isBlank()
          ? Stream.empty()
          : Stream.of(Path.of(folder, "temporal"), Path.of(folder, "temporal.exe"));
    } catch (InvalidPathException notAFolder) {
      return Stream.empty();
    }
  }
}
