package io.evergraph.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationFile;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

final class Arguments {
  private static final TypeReference<LinkedHashMap<String, JsonNode>> TREES =
      new TypeReference<>() {};

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

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

  /** Returns a time that is given as a number with a unit; seconds without one. */
  static Duration time(String option, String text) {
    try {
      return DurationStyle.detectAndParse(text, ChronoUnit.SECONDS);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailedException(
          "Expected a time such as 30s or 10m as " + option + " but found '" + text + "'.");
    }
  }

  /**
   * Returns values by channel that are given as a JSON object, to be read as their channels are.
   */
  static StateUpdate values(String option, String text) {
    try {
      return StateUpdate.of(JSON.readValue(text, TREES));
    } catch (JsonProcessingException malformed) {
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
