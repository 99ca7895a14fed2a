package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of answers, easy by hand: {@code {"interrupt":"<id>","value":true}}, without {@code
 * interrupt} where one question is open; {@code {"retry":true}} or {@code {"retry":"<task id>"}};
 * {@code {"skip":"<task id>","update":{…}}} or {@code {"edit":"<task id>","values":{…}}}, with
 * {@code true} for the task where one has failed; a list of those, also as {@code "answers"}.
 */
record AnswerForm(StateCodec codec) {
  private static final String FORM =
      "{\"interrupt\":\"<id>\",\"value\":…}, {\"retry\":true}, {\"skip\":true,\"update\":{…}}, "
          + "{\"edit\":true,\"values\":{…}}, or a list of those";

  /**
   * Reads one answer or several.
   *
   * @throws InvalidInputException when the tree holds none
   */
  List<Answer> readAll(@Nullable JsonNode tree) {
    if (tree == null || tree.isEmpty()) {
      throw misfit(tree);
    }
    JsonNode list = tree.path("answers").isArray() ? tree.path("answers") : tree;
    List<Answer> answers = new ArrayList<>();
    for (JsonNode answer : list.isArray() ? list : List.of(list)) {
      answers.add(read(answer));
    }
    if (answers.isEmpty()) {
      throw misfit(tree);
    }
    return answers;
  }

  private Answer read(JsonNode tree) {
    if (isOrder(tree, "retry")) {
      return new Answer.Retry(task(tree, "retry"));
    }
    if (isOrder(tree, "skip")) {
      return new Answer.Skip(task(tree, "skip"), update(tree, "update"));
    }
    if (isOrder(tree, "edit")) {
      return new Answer.Edit(task(tree, "edit"), update(tree, "values"));
    }
    if (!tree.has("value")) {
      throw misfit(tree);
    }
    return new Answer.Value(task(tree, "interrupt"), codec.plain(tree.get("value"), "the answer"));
  }

  private static boolean isOrder(JsonNode tree, String name) {
    return tree.path(name).isTextual() || tree.path(name).asBoolean();
  }

  private static @Nullable String task(JsonNode tree, String name) {
    return tree.path(name).isTextual() ? tree.path(name).asText() : null;
  }

  private StateUpdate update(JsonNode tree, String name) {
    return new StateUpdate(new CompactJson(codec).writes(tree.get(name), "an answer"));
  }

  private static InvalidInputException misfit(@Nullable JsonNode tree) {
    return new InvalidInputException("an answer", FORM, String.valueOf(tree));
  }

  ObjectNode written(Answer answer) {
    CompactJson json = new CompactJson(codec);
    return answer.match(
        this::written,
        retry -> order("retry", retry.taskId()),
        skip ->
            order("skip", skip.taskId())
                .<ObjectNode>set("update", json.write(skip.update().writes())),
        edit ->
            order("edit", edit.taskId())
                .<ObjectNode>set("values", json.write(edit.values().writes())));
  }

  private ObjectNode written(Answer.Value it) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    if (it.interruptId() != null) {
      tree.put("interrupt", it.interruptId());
    }
    return tree.set("value", codec.toJson(it.value(), "the answer"));
  }

  private static ObjectNode order(String name, @Nullable String taskId) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    return taskId == null ? tree.put(name, true) : tree.put(name, taskId);
  }
}
