package io.evergraph.llm.message;

import com.fasterxml.jackson.core.type.TypeReference;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The JSON of the content of a message, as LangChain has it: a text, or a list of blocks {@code
 * {"type": "text" | "reasoning" | "image" | "audio" | "video" | "file", …}}. OpenAI's and
 * Anthropic's blocks are read, too.
 */
final class PartForm {
  /** Blocks that repeat the calls of the message, and OpenAI's refusals, which are metadata. */
  private static final Set<String> ELSEWHERE = Set.of("tool_use", "tool_call", "refusal");

  private static final TypeReference<Map<String, Object>> PLAIN = new TypeReference<>() {};
  private static final List<String> ADDRESSES = List.of("url", "file_data", "file_url");
  private static final List<String> BYTES = List.of("base64", "data");
  private static final List<String> TYPES = List.of("mime_type", "media_type");
  private static final List<String> NAMES = List.of("filename", "name");
  private static final List<String> DETAIL = List.of("detail");
  private static final List<String> IDS = List.of("file_id");

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
      block.put("type", "text").put("text", it.text());
      it.extras().forEach((name, value) -> block.set(name, ToolCallForm.MAPPER.valueToTree(value)));
      return block;
    }
    if (part instanceof Reasoning it) {
      block.put("type", "reasoning").put("reasoning", it.text());
      if (!it.signature().isEmpty()) {
        block.putObject("extras").put("signature", it.signature());
      }
      return block;
    }
    return media(block, (Media) part);
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
    return block;
  }

  static List<Part> read(JsonNode content) throws JsonMappingException {
    if (content.isMissingNode() || content.isNull()) {
      return List.of();
    }
    if (content.isTextual()) {
      return Part.of(content.textValue());
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode block : content.isArray() ? content : List.of(content)) {
      if (!ELSEWHERE.contains(block.path("type").asText())) {
        parts.add(part(block));
      }
    }
    return parts;
  }

  private static Part part(JsonNode block) throws JsonMappingException {
    if (block.isTextual()) {
      return new Text(block.textValue());
    }
    JsonNode words = block.path("text");
    return switch (block.path("type").asText("")) {
      case "reasoning", "thinking" -> reasoning(block);
      case "image", "image_url" -> media(Kind.IMAGE, block);
      case "audio", "audio_url", "input_audio" -> media(Kind.AUDIO, block);
      case "video", "video_url" -> media(Kind.VIDEO, block);
      case "file", "document" -> media(Kind.FILE, block);
      default -> {
        if (!words.isTextual()) {
          throw misfit("content as text or as parts with a text", block);
        }
        yield new Text(words.textValue(), extras(block));
      }
    };
  }

  private static Map<String, Object> extras(JsonNode block) {
    Map<String, Object> extras =
        new LinkedHashMap<>(ToolCallForm.MAPPER.convertValue(block, PLAIN));
    extras.remove("type");
    extras.remove("text");
    return extras;
  }

  private static Reasoning reasoning(JsonNode block) {
    String text = block.path("reasoning").asText(block.path("thinking").asText(""));
    String signature = block.path("signature").asText("");
    return new Reasoning(text, block.path("extras").path("signature").asText(signature));
  }

  /** What says where a medium is stands in its block, or in an object that the type names. */
  private static Media media(Kind kind, JsonNode block) throws JsonMappingException {
    JsonNode named = block.path(block.path("type").asText());
    JsonNode source = block.path("source").isObject() ? block.get("source") : block;
    JsonNode place = named.isObject() ? named : source;
    JsonNode extras = block.path("extras");
    String name = first(NAMES, place, extras, block.path("metadata"));
    String detail = first(DETAIL, place, extras, block);
    String bytes = first(BYTES, place);
    String address = named.isTextual() ? named.textValue() : address(place);
    try {
      return bytes.isEmpty()
          ? new Media(kind, address, first(TYPES, place, block), name, detail)
          : Media.of(kind, type(kind, place), bytes, name).withDetail(detail);
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
