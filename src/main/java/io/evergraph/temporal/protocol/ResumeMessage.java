package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers to open questions and failures.
 *
 * <p>As JSON, easy by hand: {@code {"interrupt":"<id>","value":true}}, without {@code interrupt}
 * where one question is open; {@code {"retry":true}} or {@code {"retry":"<task id>"}}; {@code
 * {"skip":"<task id>","update":{…}}} or {@code {"edit":"<task id>","values":{…}}}, with {@code
 * true} for the task where one has failed; a list of those; or {@code
 * {"runId":"<id>","answers":[…]}}, beside which the members of a {@link ResumeCommand} may stand.
 *
 * @param id the id of the run that begins; empty when the sender gave none
 * @param answers at least one
 * @param door how it came
 * @param command what the run does otherwise than the last one left it
 */
public record ResumeMessage(String id, List<Answer> answers, Door door, ResumeCommand command)
    implements ThreadMessage {
  private static final String FORM =
      "{\"interrupt\":\"<id>\",\"value\":…}, {\"retry\":true}, {\"skip\":true,\"update\":{…}}, "
          + "{\"edit\":true,\"values\":{…}}, or a list of those";

  /** How answers come: an update is refused at the door, a signal cannot be. */
  public enum Door {
    /** By update: checked before it was taken. */
    UPDATE,
    /** By signal: to be checked when it is applied. */
    SIGNAL
  }

  /** Copies the answers. */
  public ResumeMessage {
    answers = List.copyOf(answers);
  }

  /**
   * Reads the forms above.
   *
   * @throws InvalidInputException when the tree has none of them
   */
  public static ResumeMessage read(@Nullable JsonNode tree, Door door, StateCodec codec) {
    if (tree == null || tree.isEmpty()) {
      throw misfit(tree);
    }
    List<Answer> answers = new ArrayList<>();
    JsonNode list = tree.path("answers").isArray() ? tree.path("answers") : tree;
    for (JsonNode answer : list.isArray() ? list : List.of(list)) {
      answers.add(readOne(answer, codec));
    }
    if (answers.isEmpty()) {
      throw misfit(tree);
    }
    return new ResumeMessage(
        tree.path("runId").asText(""), answers, door, ResumeCommand.read(tree, codec));
  }

  private static Answer readOne(JsonNode tree, StateCodec codec) {
    if (isOrder(tree, "retry")) {
      return new Answer.Retry(task(tree, "retry"));
    }
    if (isOrder(tree, "skip")) {
      return new Answer.Skip(task(tree, "skip"), update(tree, "update", codec));
    }
    if (isOrder(tree, "edit")) {
      return new Answer.Edit(task(tree, "edit"), update(tree, "values", codec));
    }
    if (!tree.has("value")) {
      throw misfit(tree);
    }
    JsonNode interrupt = tree.path("interrupt");
    return new Answer.Value(
        interrupt.isTextual() ? interrupt.asText() : null, codec.plain(tree.get("value")));
  }

  private static boolean isOrder(JsonNode tree, String name) {
    return tree.path(name).isTextual() || tree.path(name).asBoolean();
  }

  private static @Nullable String task(JsonNode tree, String name) {
    return tree.path(name).isTextual() ? tree.path(name).asText() : null;
  }

  private static StateUpdate update(JsonNode tree, String name, StateCodec codec) {
    return new StateUpdate(new CompactJson(codec).writes(tree.get(name), "an answer"));
  }

  private static InvalidInputException misfit(@Nullable JsonNode tree) {
    return new InvalidInputException("an answer", FORM, String.valueOf(tree));
  }

  /** Returns the JSON form that {@link #read} reads. */
  public JsonNode write(StateCodec codec) {
    ObjectNode tree = codec.mapper().valueToTree(command);
    tree.put("runId", id);
    ArrayNode list = tree.putArray("answers");
    answers.forEach(answer -> list.add(written(answer, codec)));
    return tree;
  }

  private static ObjectNode written(Answer answer, StateCodec codec) {
    CompactJson json = new CompactJson(codec);
    return answer.match(
        value -> written(value, codec),
        retry -> order("retry", retry.taskId()),
        skip ->
            order("skip", skip.taskId())
                .<ObjectNode>set("update", json.write(skip.update().writes())),
        edit ->
            order("edit", edit.taskId())
                .<ObjectNode>set("values", json.write(edit.values().writes())));
  }

  private static ObjectNode written(Answer.Value value, StateCodec codec) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    if (value.interruptId() != null) {
      tree.put("interrupt", value.interruptId());
    }
    return tree.set("value", codec.toJson(value.value()));
  }

  private static ObjectNode order(String name, @Nullable String taskId) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    return taskId == null ? tree.put(name, true) : tree.put(name, taskId);
  }

  public ResumeMessage completed(String otherId) {
    return id.isEmpty() ? new ResumeMessage(otherId, answers, door, command) : this;
  }

  /** Returns the questions that are named, as far as they are. */
  public List<String> interruptIds() {
    return answers.stream()
        .filter(answer -> answer instanceof Answer.Value)
        .flatMap(answer -> Optional.ofNullable(((Answer.Value) answer).interruptId()).stream())
        .toList();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.resume(this);
  }
}
