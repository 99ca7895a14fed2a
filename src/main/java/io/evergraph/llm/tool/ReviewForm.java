package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.llm.tool.CallDecision.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The question that shows the calls of one message to a person, and its answer.
 *
 * <p>Both have the form of LangChain's human-in-the-loop cards. The question is {@code
 * {"action_requests": [{"name", "args", "description"}], "review_configs": [{"action_name",
 * "allowed_decisions"}]}}, the answer {@code {"decisions": [{"type": "approve"} | {"type": "edit",
 * "edited_action": {"name", "args"}} | {"type": "reject", "message"} | {"type": "respond",
 * "message"}]}}. For typing by hand there are short forms: one decision without the list, which
 * then holds for every call; {@code "args"} in place of {@code "edited_action"}; and {@code
 * {"approved": true | false, "message"}}.
 */
record ReviewForm(Toolset tools, Approvals approvals, List<ToolCall> calls) {
  /** Returns the question; when the time of one of the calls is up, all are decided on. */
  Question<Object> question() {
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("action_requests", calls.stream().map(this::request).toList());
    card.put("review_configs", calls.stream().map(this::config).toList());
    Question<Object> question = Question.of(card).fitting(schema());
    return shortestWait()
        .map(wait -> question.expiresAfter(wait).otherwise(whenLate()))
        .orElse(question);
  }

  private Map<String, Object> whenLate() {
    return Map.of("decisions", calls.stream().map(call -> form(call).whenLate()).toList());
  }

  private Optional<Duration> shortestWait() {
    return calls.stream()
        .flatMap(call -> approvals.recorded(call).patience().stream())
        .min(Comparator.naturalOrder());
  }

  private Map<String, Object> request(ToolCall call) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("name", call.name());
    request.put("args", DecisionForm.shown(call.arguments()));
    request.put("description", DecisionForm.description(call, approvals.recorded(call), tools));
    return request;
  }

  private Map<String, Object> config(ToolCall call) {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("action_name", call.name());
    Approval rule = approvals.recorded(call);
    config.put("allowed_decisions", DecisionForm.words(rule.allowed()));
    if (!DecisionForm.scopes(rule).isEmpty()) {
      config.put("remember", DecisionForm.scopes(rule));
    }
    return config;
  }

  /** Either a list with a decision for each call, or one that holds for every call. */
  private Map<String, Object> schema() {
    List<Object> each = new ArrayList<>();
    calls.forEach(call -> each.add(form(call).schema()));
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    list.put("prefixItems", each);
    list.put("items", false);
    list.put("minItems", calls.size());
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of("decisions", list, "approved", Map.of("type", "boolean")));
    schema.putAll(
        choice(
            List.of("decisions"),
            Map.of(),
            choice(
                List.of(DecisionForm.TYPE),
                Map.of("allOf", forEveryCall(each)),
                choice(
                    List.of(DecisionForm.FLAG),
                    Map.of("allOf", calls.stream().map(call -> form(call).flagSchema()).toList()),
                    Map.of("required", List.of(DecisionForm.TYPE))))));
    return schema;
  }

  /** What is wrong is said of the form that somebody has chosen, and not of the others. */
  private static Map<String, Object> choice(
      List<String> fields, Map<String, Object> then, Map<String, Object> otherwise) {
    return Map.of("if", Map.of("required", fields), "then", then, "else", otherwise);
  }

  /** One edit or response cannot hold for several calls. */
  private List<Object> forEveryCall(List<Object> each) {
    if (calls.size() == 1) {
      return each;
    }
    List<Object> both = new ArrayList<>(each);
    List<String> types = DecisionForm.words(List.of(Kind.APPROVE, Kind.REJECT));
    both.add(Map.of("properties", Map.of("type", Map.of("enum", types))));
    return both;
  }

  private DecisionForm form(ToolCall call) {
    return new DecisionForm(call, approvals.recorded(call), tools);
  }

  /** Returns what was decided about each call. */
  List<ReviewedCall> reviews(Object answer) {
    JsonNode given = ToolCallForm.MAPPER.valueToTree(answer);
    JsonNode each = given.path("decisions");
    List<ReviewedCall> reviews = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      reviews.add(form(calls.get(i)).read(each.isArray() ? each.path(i) : given));
    }
    return reviews;
  }
}
