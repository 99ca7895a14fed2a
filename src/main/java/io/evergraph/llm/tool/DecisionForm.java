package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.llm.tool.Approval.Scope;
import io.evergraph.llm.tool.CallDecision.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a person about one call: {@code {"type": "approve"}}, {@code {"type": "edit",
 * "edited_action": {"name", "args"}}} or {@code {"type": "edit", "args"}}, {@code {"type":
 * "reject", "message"}}, {@code {"type": "respond", "message"}}.
 *
 * <p>{@code "by"} says who decided; {@code "remember"} ({@link Scope}, in lower case) lets an
 * approval or a rejection hold for later calls, where the rule allows it.
 *
 * @param rule how a person may decide
 * @param tools the tools that an edited call can be of
 */
record DecisionForm(ToolCall call, Approval rule, Toolset tools) {
  private static final String NOBODY = "Nobody has decided in time.";
  private static final String REMEMBER = "remember";
  private static final String BY = "by";
  static final String TYPE = "type";
  private static final String MESSAGE = "message";
  static final String FLAG = "approved";
  private static final Map<String, Object> TEXT = Map.of(TYPE, "string");
  private static final Map<String, Object> NONE = Map.of("not", Map.of());

  /** Returns what counts where nobody decides in time. */
  Map<String, Object> whenLate() {
    return Map.of(TYPE, rule.otherwise().word(), MESSAGE, NOBODY, BY, "expiry");
  }

  static List<String> words(List<Kind> types) {
    return types.stream().map(Kind::word).toList();
  }

  /** Returns arguments as they are shown: as the model wrote them where they are no JSON. */
  static Object shown(String arguments) {
    return parsed(arguments).map(Object.class::cast).orElse(arguments);
  }

  /** Some models write nothing where there are no arguments. */
  private static Optional<ObjectNode> parsed(String arguments) {
    return ToolCallForm.parsed(arguments.isBlank() ? "{}" : arguments);
  }

  static String description(ToolCall call, Approval rule, Toolset tools) {
    return rule.description()
        .flatMap(words -> said(words, call))
        .orElseGet(() -> tools.description(call.name()));
  }

  /** Words of users that fail, on arguments that they do not expect, keep no question back. */
  private static Optional<String> said(Function<ToolCall, String> words, ToolCall call) {
    try {
      return Optional.of(words.apply(call));
    } catch (RuntimeException unsaid) {
      return Optional.empty();
    }
  }

  /** Returns what a person may let decisions hold for; empty where only for the call itself. */
  static List<String> scopes(Approval rule) {
    return rule.scopes().size() == 1 ? List.of() : rule.scopes().stream().map(Scope::word).toList();
  }

  /** Returns the JSON schema: what an edit says has to fit the schema of its tool. */
  Map<String, Object> schema() {
    List<Kind> allowed = rule.allowed();
    List<Object> rules = new ArrayList<>();
    if (allowed.contains(Kind.EDIT)) {
      rules.add(when(TYPE, Kind.EDIT.word(), edit()));
    }
    rules.add(when(TYPE, Kind.RESPOND.word(), Map.of("required", List.of(MESSAGE))));
    for (Kind once : List.of(Kind.EDIT, Kind.RESPOND)) {
      rules.add(when(TYPE, once.word(), Map.of("properties", Map.of(REMEMBER, onlyThisCall()))));
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put(TYPE, "object");
    Map<String, Object> properties = new LinkedHashMap<>(remarks());
    properties.put(TYPE, Map.of("enum", words(allowed)));
    schema.put("properties", properties);
    schema.put("required", List.of(TYPE));
    schema.put("allOf", rules);
    return schema;
  }

  /** Returns the JSON schema of the short form: it decides nothing that the rule does not allow. */
  Map<String, Object> flagSchema() {
    List<Boolean> flags =
        Stream.of(true, false)
            .filter(it -> rule.allowed().contains(it ? Kind.APPROVE : Kind.REJECT))
            .toList();
    Map<String, Object> properties = new LinkedHashMap<>(remarks());
    properties.put(FLAG, flags.isEmpty() ? NONE : Map.of("enum", flags));
    return Map.of("properties", properties);
  }

  private Map<String, Object> remarks() {
    List<String> scopes = rule.scopes().stream().map(Scope::word).toList();
    return Map.of(MESSAGE, TEXT, BY, TEXT, REMEMBER, Map.of("enum", scopes));
  }

  private static Map<String, Object> onlyThisCall() {
    return Map.of("enum", List.of(Scope.CALL.word()));
  }

  private Map<String, Object> edit() {
    Map<String, Object> own = parameters(call.name());
    List<String> names = names();
    Map<String, Object> action = new LinkedHashMap<>();
    action.put(TYPE, "object");
    action.put("properties", Map.of("name", Map.of("enum", names), "args", Map.of()));
    action.put("required", List.of("args"));
    List<Object> byName = new ArrayList<>();
    byName.add(
        Map.of(
            "if", Map.of("required", List.of("name")),
            "else", Map.of("properties", Map.of("args", own))));
    names.forEach(name -> byName.add(when("name", name, argumentsOf(name))));
    action.put("allOf", byName);
    return Map.of(
        "properties", Map.of("edited_action", action, "args", own),
        "anyOf",
            List.of(
                Map.of("required", List.of("edited_action")), Map.of("required", List.of("args"))));
  }

  private Map<String, Object> argumentsOf(String tool) {
    return Map.of("properties", Map.of("args", parameters(tool)));
  }

  /** The tool of a source may be gone: then the model is told so when the call is made. */
  private Map<String, Object> parameters(String tool) {
    Map<String, Object> own =
        tools.names().contains(tool) ? tools.parameters(tool) : Map.of(TYPE, "object");
    if (!refers(own)) {
      return own;
    }
    Map<String, Object> named = new LinkedHashMap<>(own); // its references are to itself
    named.put("$id", "urn:evergraph:tool:" + URLEncoder.encode(tool, StandardCharsets.UTF_8));
    return named;
  }

  private static boolean refers(@Nullable Object schema) {
    if (schema instanceof Map<?, ?> described) {
      return described.containsKey("$ref")
          || described.values().stream().anyMatch(DecisionForm::refers);
    }
    return schema instanceof Collection<?> several
        && several.stream().anyMatch(DecisionForm::refers);
  }

  /** An answer of the agent is its model's to give. */
  private List<String> names() {
    return tools.names().stream()
        .filter(name -> FinalAnswer.among(tools.only(name)).isEmpty())
        .toList();
  }

  private static Map<String, Object> when(String name, String value, Map<String, Object> then) {
    Map<String, Object> condition =
        Map.of("properties", Map.of(name, Map.of("const", value)), "required", List.of(name));
    return Map.of("if", condition, "then", then);
  }

  /** Returns the decision that an answer holds; it fits the schema, or the short form of a flag. */
  ReviewedCall read(JsonNode given) {
    String byFlag = (given.path(FLAG).asBoolean() ? Kind.APPROVE : Kind.REJECT).word();
    Kind kind = Kind.decided(given.path(TYPE).asText(byFlag)).orElse(Kind.REJECT);
    ToolCall made = kind == Kind.EDIT ? edited(given) : call;
    boolean isAsWritten = kind == Kind.EDIT && made.equals(call);
    return new ReviewedCall(
        call,
        made,
        isAsWritten ? Kind.APPROVE : kind,
        given.path(MESSAGE).asText(""),
        given.path(BY).asText(""),
        Scope.of(given.path(REMEMBER).asText("")));
  }

  /** An edit that changes nothing keeps the model's own text. */
  private ToolCall edited(JsonNode given) {
    JsonNode action = given.path("edited_action");
    String name = action.path("name").asText(call.name());
    JsonNode args = action.isObject() ? action.path("args") : given.path("args");
    boolean same = parsed(call.arguments()).filter(args::equals).isPresent();
    return new ToolCall(call.id(), name, same ? call.arguments() : args.toString());
  }
}
