package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Answer;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.evergraph.state.StateUpdate;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What lets a thread go on: answers, what becomes of a failed task, values for its state, nodes to
 * go to.
 *
 * @param answers answers to open questions; may be empty where there is something else
 */
@Schema(
    name = "RunCommand",
    description =
        "Answers the questions that a thread waits for ('resume': the answer to the only open"
            + " question, or an object of answers by interrupt id), writes to its state ('update')"
            + " and goes to nodes ('goto').")
record RunCommand(
    @Schema(type = "object", example = "{\"approved\":true}") @JsonProperty("resume")
        List<Answer> answers,
    @Schema(type = "object") List<Map<String, @Nullable Object>> update,
    @JsonProperty("goto") List<Target> routes) {
  private static final List<String> RECOVERIES = List.of("retry", "skip", "edit");

  /** The JavaScript library names what it writes as JSON, and calls the input of a send 'args'. */
  private static final String NAME = "lg_name";

  private static final Pattern INTERRUPT_ID = Pattern.compile("[0-9a-f]{32}");

  record Target(String node, @Nullable Map<String, @Nullable Object> input) {}

  static RunCommand read(Fields command) {
    Fields unused =
        command.only("edit", "goto", NAME, "resume", "retry", "skip", "update", "values");
    if (RECOVERIES.stream().anyMatch(command::has)) {
      return new RunCommand(List.of(recovery(command)), List.of(), List.of());
    }
    command.refuse("values", "they belong to 'edit'");
    RunCommand read =
        new RunCommand(
            answers(command),
            updates(command),
            command.elements("goto").stream().map(to -> target(command, to)).toList());
    if (read.answers.isEmpty() && read.update.isEmpty() && read.routes.isEmpty()) {
      throw command.misfit(
          "resume", "an answer, or answers by interrupt id; or 'update', or 'goto'", null);
    }
    return read;
  }

  private static Answer recovery(Fields command) {
    if (command.has("retry")) {
      alone(command, "edit", "goto", "resume", "skip", "update", "values");
      return new Answer.Retry(task(command, "retry"));
    }
    if (command.has("skip")) {
      alone(command, "edit", "goto", "resume", "values");
      return new Answer.Skip(task(command, "skip"), values(command, "update"));
    }
    alone(command, "goto", "resume", "update");
    return new Answer.Edit(task(command, "edit"), values(command, "values"));
  }

  private static void alone(Fields command, String... others) {
    for (String other : others) {
      command.refuse(other, "what becomes of a failed task is a command of its own");
    }
  }

  private static StateUpdate values(Fields command, String name) {
    return command.find(name, Kind.OBJECT).map(StateUpdate::of).orElse(StateUpdate.empty());
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

  private static List<Answer> answers(Fields command) {
    if (!command.has("resume")) {
      return List.of();
    }
    Object resume = command.value("resume");
    if (!(resume instanceof Map<?, ?> map)) {
      return List.of(Answer.single(resume));
    }
    if (map.isEmpty()) {
      throw command.misfit(
          "resume", "answers by interrupt id (an empty object answers by id only)", resume);
    }
    boolean byInterrupt =
        map.keySet().stream().allMatch(it -> INTERRUPT_ID.matcher(String.valueOf(it)).matches());
    return byInterrupt ? byInterrupt(map) : List.of(Answer.single(resume));
  }

  private static List<Answer> byInterrupt(Map<?, ?> map) {
    return map.entrySet().stream()
        .map(entry -> Answer.to(String.valueOf(entry.getKey()), entry.getValue()))
        .toList();
  }

  /** Values by channel, or pairs of a channel and its value. */
  private static List<Map<String, @Nullable Object>> updates(Fields command) {
    if (command.value("update") instanceof List<?> pairs) {
      return pairs.stream().map(pair -> update(command, pair)).toList();
    }
    return command.find("update", Kind.OBJECT).filter(it -> !it.isEmpty()).stream().toList();
  }

  private static Map<String, @Nullable Object> update(Fields command, @Nullable Object pair) {
    if (!(pair instanceof List<?> both && both.size() == 2)) {
      throw command.misfit("update", "values by channel, or pairs of both", pair);
    }
    Map<String, @Nullable Object> one = new HashMap<>();
    one.put(String.valueOf(both.get(0)), both.get(1));
    return one;
  }

  private static Target target(Fields command, @Nullable Object json) {
    if (json instanceof String node) {
      return new Target(node, null);
    }
    if (json instanceof Map<?, ?>) {
      Fields send = Fields.ofBody(json).only("args", "input", NAME, "node", "timeout");
      send.refuse("timeout", "a task has the time-out of its node");
      Map<String, @Nullable Object> input =
          send.find("input", Kind.OBJECT)
              .or(() -> send.find("args", Kind.OBJECT))
              .orElseGet(Map::of);
      return new Target(send.required("node", "the name of a node"), input);
    }
    throw command.misfit("goto", "the name of a node, a send, or a list of those", json);
  }
}
