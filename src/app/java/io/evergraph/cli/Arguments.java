package io.evergraph.cli;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationFile;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

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

  /** Returns the text of a file. */
  static String text(String option, Path file) throws IOException {
    try {
      return Files.readString(readable(option, file));
    } catch (CharacterCodingException binary) {
      throw new CommandFailedException(
          option + ": expected text in UTF-8 but " + file + " holds something else.");
    }
  }

  static int atLeastOne(String option, int number) {
    if (number < 1) {
      throw new CommandFailedException(
          "Expected 1 or more as " + option + " but found " + number + ".");
    }
    return number;
  }

  /** Returns a time that is given as a number with a unit; seconds without one. */
  static Duration time(String option, String text) {
    try {
      return DurationStyle.detectAndParse(text, ChronoUnit.SECONDS);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailedException(
          "Expected a time such as 30s or 10m as " + option + " but found '" + text + "'.");
    }
  }

  /** Returns values by channel that are given as a JSON object. */
  static StateUpdate values(String option, String text) {
    return StateUpdate.of(object(option, text));
  }

  /** Returns what a JSON object holds. */
  static Map<String, Object> object(String option, String text) {
    try {
      return StateCodec.create().members(text);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailedException(
          "Expected values by channel as a JSON object, such as '{\"count\": 5}', as %s but found '%s'."
              .formatted(option, text));
    }
  }

  static List<Conversation> conversations(String option, Path file, @Nullable Integer limit)
      throws IOException {
    List<Conversation> all = ConversationFile.read(readable(option, file));
    return limit == null ? all : all.subList(0, Math.min(atLeastOne("--limit", limit), all.size()));
  }
}
