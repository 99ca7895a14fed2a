package io.evergraph.cli;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of what options name. */
final class Arguments {
  private Arguments() {}

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

  /**
   * Returns the number.
   *
   * @throws CommandFailedException when it is 0 or less
   */
  static int atLeastOne(String option, int number) {
    if (number < 1) {
      throw new CommandFailedException(
          "Expected 1 or more as " + option + " but found " + number + ".");
    }
    return number;
  }

  /** Returns the conversations of a file, so many at most; all for null. */
  static List<Conversation> conversations(String option, Path file, @Nullable Integer limit)
      throws IOException {
    List<Conversation> all = ConversationFile.read(readable(option, file));
    return limit == null ? all : all.subList(0, Math.min(atLeastOne("--limit", limit), all.size()));
  }
}
