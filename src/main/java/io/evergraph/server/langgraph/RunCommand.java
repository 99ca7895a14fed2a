package io.evergraph.server.langgraph;

import io.evergraph.pregel.Answer;
import io.evergraph.server.Fields;
import io.evergraph.state.StateUpdate;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What lets a waiting or failed run go on.
 *
 * @param resume the answer to the only open question, or answers by interrupt id; null is an answer
 * @param recovery what becomes of a failed task; null where a question is answered
 */
@Schema(
    description =
        "Answers the questions that a thread waits for, or says what becomes of a failed task.")
record RunCommand(
    @Schema(
            description =
                "The answer to the only open question, or an object of answers by interrupt id.",
            example = "{\"approved\":true}")
        @Nullable Object resume,
    @Schema(hidden = true) @Nullable Answer recovery) {
  private static final Pattern INTERRUPT_ID = Pattern.compile("[0-9a-f]{32}");

  static RunCommand read(Fields command) {
    command.refuse("goto", "this server cannot route by command yet; answer with 'resume'");
    if (command.has("retry")) {
      return new RunCommand(null, new Answer.Retry(task(command, "retry")));
    }
    if (command.has("skip")) {
      StateUpdate update = StateUpdate.of(command.map("update"));
      return new RunCommand(null, new Answer.Skip(task(command, "skip"), update));
    }
    if (command.has("edit")) {
      StateUpdate values = StateUpdate.of(command.map("values"));
      return new RunCommand(null, new Answer.Edit(task(command, "edit"), values));
    }
    command.refuse("update", "this server cannot update by command yet; POST to /state first");
    if (!command.has("resume")) {
      throw command.misfit("resume", "an answer, or answers by interrupt id", null);
    }
    return new RunCommand(command.value("resume"), null);
  }

  /** The id of a failed task, or true for the only one. */
  private static @Nullable String task(Fields command, String order) {
    Object value = command.value(order);
    if (value instanceof String id) {
      return id;
    }
    if (!Boolean.TRUE.equals(value)) {
      throw command.misfit(order, "the id of a failed task, or true", value);
    }
    return null;
  }

  /** Returns the answers that it holds. */
  List<Answer> answers() {
    return recovery == null ? given() : List.of(recovery);
  }

  private List<Answer> given() {
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
