package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Says messages in other words: every text of them, thoughts and the arguments of calls included.
 *
 * @param words returns what is said instead of a text
 */
public record Rewording(UnaryOperator<String> words) {
  /** Returns a message in other words. */
  public Message of(Message message) {
    return message instanceof Message.Assistant answer
        ? of(answer)
        : fields(message.withContent(parts(message.content())));
  }

  /** Who speaks, and what else a client says of a message: its numbers are times and counts. */
  private Message fields(Message message) {
    Message said = message;
    for (Map.Entry<String, Object> field :
        reworded(message.metadata(), JsonNode::isTextual).entrySet()) {
      boolean isOurs = field.getKey().equals(Message.SOURCE);
      if (!isOurs && !Objects.equals(field.getValue(), message.metadata().get(field.getKey()))) {
        said = said.withMetadata(field.getKey(), field.getValue());
      }
    }
    return said;
  }

  /** Returns an answer in other words, its calls with other arguments. */
  public Message.Assistant of(Message.Assistant it) {
    List<ToolCall> calls = it.toolCalls().stream().map(this::of).toList();
    return new Message.Assistant(it.id(), parts(it.content()), calls, it.usage(), it.metadata());
  }

  /** Returns a call with every text and number of its arguments in other words. */
  public ToolCall of(ToolCall call) {
    Optional<ObjectNode> arguments = ToolCallForm.parsed(call.arguments());
    // also where they are read: what refuses words sees names of fields, too
    String whole = words.apply(call.arguments());
    String said = arguments.map(it -> reworded(call.arguments(), it)).orElse(whole);
    return said.equals(call.arguments()) ? call : call.withArguments(said);
  }

  /** What is escaped in JSON shows only where it is read. */
  private String reworded(String text, ObjectNode arguments) {
    JsonNode said = json(arguments, Rewording::isTextOrNumber);
    return said.equals(arguments) ? text : said.toString();
  }

  private static boolean isTextOrNumber(JsonNode node) {
    return node.isTextual() || node.isNumber();
  }

  private List<Part> parts(List<Part> content) {
    return content.stream().map(this::part).toList();
  }

  private Part part(Part part) {
    if (part instanceof Part.Text text) {
      String said = words.apply(text.text());
      return isLeft(text.extras()) && said.equals(text.text()) ? part : new Part.Text(said);
    }
    if (part instanceof Part.Reasoning thoughts) {
      return thoughts(thoughts);
    }
    if (part instanceof Part.NonStandard other) {
      return new Part.NonStandard(reworded(other.block(), Rewording::isTextOrNumber));
    }
    Part.Media media = (Part.Media) part;
    Map<String, Object> extras = isLeft(media.extras()) ? media.extras() : Map.of();
    return new Part.Media(
        media.kind(), media.uri(), media.type(), words.apply(media.name()), media.detail(), extras);
  }

  /** A provider refuses its signature under thoughts that it did not have. */
  private Part thoughts(Part.Reasoning it) {
    String said = words.apply(it.text());
    String signature = said.equals(it.text()) ? it.signature() : "";
    return new Part.Reasoning(said, signature, isLeft(it.extras()) ? it.extras() : Map.of());
  }

  /** What else is said of a part belongs to its words: it is left out, not said otherwise. */
  private boolean isLeft(Map<String, Object> extras) {
    return extras.equals(reworded(extras, Rewording::isTextOrNumber));
  }

  private Map<String, Object> reworded(Map<String, Object> fields, Predicate<JsonNode> words) {
    return fields.isEmpty()
        ? fields
        : ToolCallForm.MAPPER.convertValue(
            json(ToolCallForm.MAPPER.valueToTree(fields), words), MetadataForm.PLAIN);
  }

  private JsonNode json(JsonNode node, Predicate<JsonNode> isWords) {
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties().forEach(it -> object.set(it.getKey(), json(it.getValue(), isWords)));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(it -> array.add(json(it, isWords)));
      return array;
    }
    String said = isWords.test(node) ? words.apply(node.asText()) : node.asText();
    return said.equals(node.asText()) ? node : JsonNodeFactory.instance.textNode(said);
  }
}
