package io.evergraph.cli;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class Arguments {
  private Arguments() {}

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

  static int atLeastOne(String option, int number) {
    if (number < 1) {
      throw new CommandFailedException(
          "Expected 1 or more as " + option + " but found " + number + ".");
    }
    return number;
  }

  static List<Conversation> conversations(String option, Path file, @Nullable Integer limit)
      throws IOException {
    List<Conversation> all = ConversationFile.read(readable(option, file));
    return limit == null ? all : all.subList(0, Math.min(atLeastOne("--limit", limit), all.size()));
  }
}
