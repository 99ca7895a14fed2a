package io.evergraph.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The question that shows tool calls to a reviewer, and its answer.
 *
 * <p>Both have the form of LangChain's human-in-the-loop cards. The question is {@code
 * {"action_requests": [{"name", "args", "description"}], "review_configs": [{"action_name",
 * "allowed_decisions"}]}}, the answer {@code {"decisions": [{"type": "approve"} | {"type": "edit",
 * "edited_action": {"name", "args"}} | {"type": "reject", "message"}]}}. For typing by hand there
 * are short forms: one decision without the list, which then holds for every call; {@code "args"}
 * in place of {@code "edited_action"}; and {@code {"approved": true | false, "message"}}.
 */
record ReviewForm(Toolset tools, List<ToolCall> calls) {
  private static final List<String> DECISIONS = List.of("approve", "edit", "reject");
  private static final TypeReference<Map<String, Object>> PLAIN = new TypeReference<>() {};

  /** Filled in: the types of a short answer, and the number of calls. */
  private static final String SCHEMA =
      """
      {
        "$defs": {
          "edited": {
            "if": {"properties": {"type": {"const": "edit"}}, "required": ["type"]},
            "then": {"anyOf": [{"required": ["edited_action"]}, {"required": ["args"]}]},
            "properties": {
              "args": {"type": "object"},
              "edited_action": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "args": {"type": "object"}},
                "required": ["args"]
              },
              "message": {"type": "string"}
            }
          },
          "decision": {
            "type": "object",
            "$ref": "#/$defs/edited",
            "properties": {"type": {"enum": ["approve", "edit", "reject"]}},
            "required": ["type"]
          }
        },
        "type": "object",
        "$ref": "#/$defs/edited",
        "properties": {
          "decisions": {
            "type": "array",
            "items": {"$ref": "#/$defs/decision"},
            "minItems": %2$d,
            "maxItems": %2$d
          },
          "type": {"enum": [%1$s]},
          "approved": {"type": "boolean"}
        },
        "anyOf": [
          {"required": ["decisions"]}, {"required": ["type"]}, {"required": ["approved"]}
        ]
      }
      """;

  record Decision(ToolCall call, Optional<String> refusal) {
    static Decision run(ToolCall call) {
      return new Decision(call, Optional.empty());
    }
  }

  Question<Object> question() {
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("action_requests", calls.stream().map(this::request).toList());
    card.put("review_configs", calls.stream().map(ReviewForm::config).toList());
    return Question.of(card).fitting(schema());
  }

  private Map<String, Object> request(ToolCall call) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("name", call.name());
    request.put("args", shown(call.arguments()));
    request.put("description", tools.description(call.name()));
    return request;
  }

  private static Object shown(String arguments) {
    return ToolCallForm.parsed(arguments).map(Object.class::cast).orElse(arguments);
  }

  private static Map<String, Object> config(ToolCall call) {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("action_name", call.name());
    config.put("allowed_decisions", DECISIONS);
    return config;
  }

  /** One edit cannot hold for several calls. */
  private Map<String, Object> schema() {
    String shortTypes =
        calls.size() == 1 ? "\"approve\", \"edit\", \"reject\"" : "\"approve\", \"reject\"";
    try {
      return ToolCallForm.MAPPER.readValue(SCHEMA.formatted(shortTypes, calls.size()), PLAIN);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Expected the schema to be JSON.", impossible);
    }
  }

  List<Decision> decisions(Object answer) {
    JsonNode given = ToolCallForm.MAPPER.valueToTree(answer);
    JsonNode each = given.path("decisions");
    List<Decision> decisions = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      decisions.add(decision(calls.get(i), each.isArray() ? each.path(i) : given));
    }
    return decisions;
  }

  private static Decision decision(ToolCall call, JsonNode given) {
    String byFlag = given.path("approved").asBoolean() ? "approve" : "reject";
    return switch (given.path("type").asText(byFlag)) {
      case "approve" -> Decision.run(call);
      case "edit" -> Decision.run(edited(call, given));
      default -> new Decision(call, Optional.of(given.path("message").asText("")));
    };
  }

  /** An edit that changes nothing keeps the model's own text. */
  private static ToolCall edited(ToolCall call, JsonNode given) {
    JsonNode action = given.path("edited_action");
    String name = action.path("name").asText(call.name());
    JsonNode args = action.isObject() ? action.path("args") : given.path("args");
    boolean same = ToolCallForm.parsed(call.arguments()).filter(args::equals).isPresent();
    return new ToolCall(call.id(), name, same ? call.arguments() : args.toString());
  }
}
