package io.evergraph.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** A file that an option names. */
final class InputFile {
  private InputFile() {}

  /**
   * Returns the file.
   *
   * @throws CommandFailedException when there is no such file, or it cannot be read
   */
  static Path readable(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new CommandFailedException(option + ": expected a file but " + file + " is a folder.");
    }
    if (!Files.isRegularFile(file)) {
      throw new CommandFailedException(option + ": there is no file " + file + ".");
    }
    if (!Files.isReadable(file)) {
      throw new CommandFailedException(option + ": the file " + file + " cannot be read.");
    }
    return file;
  }
}
