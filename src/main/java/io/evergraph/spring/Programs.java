package io.evergraph.spring;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs of this machine. */
public final class Programs {
  private Programs() {}

  /**
   * Finds a program.
   *
   * @param name its name, without an ending
   * @param searchPath folders, separated as the system does; null for none
   * @return the first one that can be executed
   */
  public static Optional<Path> find(String name, @Nullable String searchPath) {
    return Optional.ofNullable(searchPath).stream()
        .flatMap(path -> Arrays.stream(path.split(File.pathSeparator, -1)))
        .flatMap(folder -> inFolder(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private static Stream<Path> inFolder(String folder, String name) {
    try {
      return folder.isBlank()
          ? Stream.empty()
          : Stream.of(Path.of(folder, name), Path.of(folder, name + ".exe"));
    } catch (InvalidPathException notAFolder) {
      return Stream.empty();
    }
  }
}
