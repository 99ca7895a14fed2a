package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.StateCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers to open questions and failures.
 *
 * <p>As JSON, easy by hand: {@code {"interrupt":"<id>","value":true}}, without {@code interrupt}
 * where one question is open; {@code {"retry":true}} or {@code {"retry":"<task id>"}}; a list of
 * those; or {@code {"runId":"<id>","answers":[…]}}.
 *
 * @param id the id of the run that begins; empty when the sender gave none
 * @param answers at least one
 * @param door how it came
 */
public record Resume(String id, List<Answer> answers, Door door) implements Message {
  private static final String FORM =
      "{\"interrupt\":\"<id>\",\"value\":…}, {\"retry\":true}, or a list of those";

  /** How answers come: an update is refused at the door, a signal cannot be. */
  public enum Door {
    /** By update: checked before it was taken. */
    UPDATE,
    /** By signal: to be checked when it is applied. */
    SIGNAL
  }

  /** Copies the answers. */
  public Resume {
    answers = List.copyOf(answers);
  }

  /**
   * Reads the forms above.
   *
   * @throws InvalidInputException when the tree has none of them
   */
  static Resume read(@Nullable JsonNode tree, Door door, StateCodec codec) {
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
    return new Resume(tree.path("runId").asText(""), answers, door);
  }

  private static Answer readOne(JsonNode tree, StateCodec codec) {
    JsonNode retry = tree.path("retry");
    if (retry.isTextual()) {
      return Answer.retry(retry.asText());
    }
    if (retry.asBoolean()) {
      return Answer.retry();
    }
    if (!tree.has("value")) {
      throw misfit(tree);
    }
    JsonNode interrupt = tree.path("interrupt");
    return new Answer.Value(
        interrupt.isTextual() ? interrupt.asText() : null, codec.plain(tree.get("value")));
  }

  private static InvalidInputException misfit(@Nullable JsonNode tree) {
    return new InvalidInputException("an answer", FORM, String.valueOf(tree));
  }

  /** Returns the JSON form that {@link #read} reads. */
  JsonNode write(StateCodec codec) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("runId", id);
    ArrayNode list = tree.putArray("answers");
    answers.forEach(answer -> list.add(answer.match(new Writing(codec))));
    return tree;
  }

  Resume completed(String otherId) {
    return id.isEmpty() ? new Resume(otherId, answers, door) : this;
  }

  /** Returns the questions that are named, as far as they are. */
  List<String> interruptIds() {
    return answers.stream().flatMap(answer -> answer.match(new Named()).stream()).toList();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.resume(this);
  }

  private record Writing(StateCodec codec) implements Answer.Cases<ObjectNode> {
    @Override
    public ObjectNode value(Answer.Value it) {
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      if (it.interruptId() != null) {
        tree.put("interrupt", it.interruptId());
      }
      return tree.set("value", codec.toJson(it.value()));
    }

    @Override
    public ObjectNode retry(Answer.Retry it) {
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      return it.taskId() == null ? tree.put("retry", true) : tree.put("retry", it.taskId());
    }
  }

  private static final class Named implements Answer.Cases<Optional<String>> {
    @Override
    public Optional<String> value(Answer.Value it) {
      return Optional.ofNullable(it.interruptId());
    }

    @Override
    public Optional<String> retry(Answer.Retry it) {
      return Optional.empty();
    }
  }
}
