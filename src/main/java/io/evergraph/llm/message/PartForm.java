package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.evergraph.llm.message.Part.Kind;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.message.Part.Reasoning;
import io.evergraph.llm.message.Part.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JSON of the content of a message, as LangChain has it: a text, or a list of blocks {@code
 * {"type": "text" | "reasoning" | "image" | "audio" | "video" | "file", …}}. OpenAI's and
 * Anthropic's blocks are read, too.
 */
final class PartForm {
  /** Blocks that repeat the calls of the message, and OpenAI's refusals, which are metadata. */
  private static final Set<String> ELSEWHERE = Set.of("tool_use", "tool_call", "refusal");

  private static final List<String> ADDRESSES = List.of("url", "file_data", "file_url");
  private static final List<String> BYTES = List.of("base64", "data");
  private static final List<String> TYPES = List.of("mime_type", "media_type");
  private static final List<String> NAMES = List.of("filename", "name");
  private static final List<String> DETAIL = List.of("detail");
  private static final List<String> IDS = List.of("file_id");

  private static final String EXTRAS = "extras";
  private static final String SIGNATURE = "signature";

  private static final String SOURCE_TYPE = "source_type";

  private static final Set<String> OF_TEXT = Set.of("type", "text");
  private static final Set<String> OF_REASONING =
      Set.of("type", "reasoning", "thinking", SIGNATURE);

  /** What says where a medium is and what it is, in any of the forms that are read. */
  private static final Set<String> OF_MEDIA =
      Stream.of(
              List.of("type", "format", "source", SOURCE_TYPE, "file", "input_audio"),
              List.of("image_url", "audio_url", "video_url"),
              ADDRESSES,
              BYTES,
              TYPES,
              NAMES,
              DETAIL,
              IDS)
          .flatMap(List::stream)
          .collect(Collectors.toSet());

  private static final Set<String> NESTED =
      Stream.of(NAMES, DETAIL).flatMap(List::stream).collect(Collectors.toSet());

  /** Addresses of files that a provider keeps. */
  static final String FILE_ID = "file-id:";

  private PartForm() {}

  static JsonNode write(List<Part> content) {
    boolean isText = content.size() == 1 && !Part.text(content).isEmpty();
    boolean isPlain = isText && content.get(0) instanceof Text words && words.extras().isEmpty();
    if (content.isEmpty() || isPlain) {
      return TextNode.valueOf(Part.text(content));
    }
    ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
    content.forEach(part -> blocks.add(block(part)));
    return blocks;
  }

  private static ObjectNode block(Part part) {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    if (part instanceof Text it) {
      return with(it.extras(), block.put("type", "text").put("text", it.text()));
    }
    if (part instanceof Reasoning it) {
      block.put("type", "reasoning").put("reasoning", it.text());
      if (!it.signature().isEmpty()) {
        block.putObject(EXTRAS).put(SIGNATURE, it.signature());
      }
      return with(it.extras(), block);
    }
    return part instanceof Part.NonStandard it
        ? ToolCallForm.MAPPER.valueToTree(it.block())
        : media(block, (Media) part);
  }

  /** Adds what else is said of a part; its own fields stay as they are. */
  private static ObjectNode with(Map<String, Object> extras, ObjectNode block) {
    ObjectNode others = ToolCallForm.MAPPER.valueToTree(extras);
    if (block.get(EXTRAS) instanceof ObjectNode own
        && others.get(EXTRAS) instanceof ObjectNode it) {
      it.properties().forEach(field -> own.putIfAbsent(field.getKey(), field.getValue()));
    }
    others.properties().forEach(field -> block.putIfAbsent(field.getKey(), field.getValue()));
    return block;
  }

  private static ObjectNode media(ObjectNode block, Media it) {
    block.put("type", it.kind().name().toLowerCase(Locale.ROOT));
    if (it.uri().startsWith(DataUri.SCHEME)) {
      block.put("base64", DataUri.of(it.uri()).base64());
    } else if (it.uri().startsWith(FILE_ID)) {
      block.put("file_id", it.uri().substring(FILE_ID.length()));
    } else {
      block.put("url", it.uri());
    }
    if (!it.type().isEmpty()) {
      block.put("mime_type", it.type());
    }
    if (!it.name().isEmpty()) {
      block.withObject("/extras").put("filename", it.name());
    }
    if (!it.detail().isEmpty()) {
      block.withObject("/extras").put("detail", it.detail());
    }
    return with(it.extras(), block);
  }

  /**
   * Reads the content of a message.
   *
   * @param isOfModel whether a model has said it: what its provider adds is kept as it is, while
   *     models are to understand all that others say
   */
  static List<Part> read(JsonNode content, boolean isOfModel) throws JsonMappingException {
    if (content.isMissingNode() || content.isNull()) {
      return List.of();
    }
    if (content.isTextual()) {
      return Part.of(content.textValue());
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode block : content.isArray() ? content : List.of(content)) {
      if (!ELSEWHERE.contains(block.path("type").asText())) {
        parts.add(part(block, isOfModel));
      }
    }
    return parts;
  }

  private static Part part(JsonNode block, boolean isOfModel) throws JsonMappingException {
    if (block.isTextual()) {
      return new Text(block.textValue());
    }
    JsonNode words = block.path("text");
    return switch (block.path("type").asText("")) {
      case "reasoning", "thinking" -> reasoning(block);
      case "image", "image_url" -> media(Kind.IMAGE, block);
      case "audio", "audio_url", "input_audio" -> media(Kind.AUDIO, block);
      case "video", "video_url" -> media(Kind.VIDEO, block);
      case "file", "document" -> file(block);
      default -> {
        if (words.isTextual()) {
          yield new Text(words.textValue(), extras(block, OF_TEXT, Set.of()));
        }
        if (isOfModel && block.path("type").isTextual()) {
          yield new Part.NonStandard(ToolCallForm.MAPPER.convertValue(block, MetadataForm.PLAIN));
        }
        throw misfit("content as text or as parts with a text", block);
      }
    };
  }

  /** Returns what is said beside known fields, of which some write a few in an object. */
  private static Map<String, Object> extras(JsonNode block, Set<String> known, Set<String> nested) {
    ObjectNode others = block.deepCopy();
    others.remove(known);
    for (String object : List.of(EXTRAS, "metadata")) {
      if (!nested.isEmpty()
          && others.get(object) instanceof ObjectNode it
          && it.remove(nested).isEmpty()) {
        others.remove(object);
      }
    }
    return ToolCallForm.MAPPER.convertValue(others, MetadataForm.PLAIN);
  }

  private static Reasoning reasoning(JsonNode block) {
    String text = block.path("reasoning").asText(block.path("thinking").asText(""));
    String signature = block.path(SIGNATURE).asText("");
    return new Reasoning(
        text,
        block.path(EXTRAS).path(SIGNATURE).asText(signature),
        extras(block, OF_REASONING, Set.of(SIGNATURE)));
  }

  /** A document of words is words, which every model reads. */
  private static Part file(JsonNode block) throws JsonMappingException {
    JsonNode source = block.path("source");
    String place = block.path(SOURCE_TYPE).asText(source.path("type").asText(""));
    JsonNode words = source.isObject() ? source.path("data") : block.path("text");
    return place.equals("text") && words.isTextual()
        ? new Text(words.textValue())
        : media(Kind.FILE, block);
  }

  /** What says where a medium is stands in its block, or in an object that the type names. */
  private static Media media(Kind kind, JsonNode block) throws JsonMappingException {
    if (block.path(SOURCE_TYPE).asText().equals("id") && block.has("id")) {
      ObjectNode newer = block.deepCopy();
      newer.set(IDS.get(0), newer.remove("id"));
      return media(kind, newer.without(SOURCE_TYPE));
    }
    JsonNode named = block.path(block.path("type").asText());
    JsonNode source = block.path("source").isObject() ? block.get("source") : block;
    JsonNode place = named.isObject() ? named : source;
    JsonNode extras = block.path(EXTRAS);
    String name = first(NAMES, place, extras, block.path("metadata"));
    String detail = first(DETAIL, place, extras, block);
    String bytes = first(BYTES, place);
    String address = named.isTextual() ? named.textValue() : address(place);
    try {
      Media media =
          bytes.isEmpty()
              ? new Media(kind, address, first(TYPES, place, block), name, detail)
              : Media.of(kind, type(kind, place), bytes, name).withDetail(detail);
      return media.withExtras(extras(block, OF_MEDIA, NESTED));
    } catch (IllegalArgumentException nowhere) {
      throw misfit("a part with a url or with data in Base64", block);
    }
  }

  private static String address(JsonNode place) {
    String id = first(IDS, place);
    return id.isEmpty() ? first(ADDRESSES, place) : FILE_ID + id;
  }

  private static String type(Kind kind, JsonNode place) {
    String format = place.path("format").asText("");
    return format.isEmpty()
        ? first(TYPES, place)
        : kind.name().toLowerCase(Locale.ROOT) + "/" + format;
  }

  private static String first(List<String> fields, JsonNode... places) {
    for (JsonNode place : places) {
      for (String field : fields) {
        if (place.path(field).isTextual()) {
          return place.get(field).textValue();
        }
      }
    }
    return "";
  }

  private static JsonMappingException misfit(String expected, JsonNode found) {
    String kind =
        found.has("type") ? "a part of type " + found.get("type") : "a " + found.getNodeType();
    return new JsonMappingException(null, "expected " + expected + ", found " + kind);
  }
}
