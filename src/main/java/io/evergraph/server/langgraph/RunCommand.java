package io.evergraph.server.langgraph;

import io.evergraph.pregel.Answer;
import io.evergraph.server.Fields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What lets a waiting run go on.
 *
 * @param resume the answer to the only open question, or answers by interrupt id; null is an answer
 */
@Schema(description = "Answers the questions that a thread waits for.")
record RunCommand(
    @Schema(
            description =
                "The answer to the only open question, or an object of answers by interrupt id.",
            example = "{\"approved\":true}")
        @Nullable Object resume) {
  private static final Pattern INTERRUPT_ID = Pattern.compile("[0-9a-f]{32}");

  static RunCommand read(Fields command) {
    command.refuse("goto", "this server cannot route by command yet; answer with 'resume'");
    command.refuse("update", "this server cannot update by command yet; POST to /state first");
    if (!command.has("resume")) {
      throw command.misfit("resume", "an answer, or answers by interrupt id", null);
    }
    return new RunCommand(command.value("resume"));
  }

  /** Returns the answers that it holds. */
  List<Answer> answers() {
    return resume instanceof Map<?, ?> map && isByInterrupt(map)
        ? map.entrySet().stream()
            .map(entry -> Answer.to(String.valueOf(entry.getKey()), entry.getValue()))
            .toList()
        : List.of(Answer.single(resume));
  }

  private static boolean isByInterrupt(Map<?, ?> map) {
    return !map.isEmpty()
        && map.keySet().stream()
            .allMatch(key -> INTERRUPT_ID.matcher(String.valueOf(key)).matches());
  }
}
