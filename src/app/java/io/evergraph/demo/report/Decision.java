package io.evergraph.demo.report;

import io.evergraph.graph.Question;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person says of a draft: {@code {"type": "approve"}}, {@code {"type": "edit", "text": "…"}}
 * or {@code {"type": "reject", "message": "…"}}.
 *
 * @param text the report as it is to be given out, of an edit
 * @param message what has to change, of a rejection
 */
record Decision(String type, @Nullable String text, @Nullable String message) {
  private static final String APPROVE = "approve";
  private static final String EDIT = "edit";
  private static final Map<String, Object> SCHEMA =
      Map.of("oneOf", List.of(form(APPROVE), form(EDIT, "text"), form("reject", "message")));

  private static Map<String, Object> form(String type) {
    return Map.of(
        "type", "object",
        "properties", Map.of("type", Map.of("const", type)),
        "required", List.of("type"));
  }

  private static Map<String, Object> form(String type, String field) {
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of("type", Map.of("const", type), field, Map.of("type", "string", "minLength", 1)),
        "required",
        List.of("type", field));
  }

  static Question<Decision> about(String draft, String remarks) {
    Map<String, String> shown =
        Map.of("question", "Give this report out?", "report", draft, "remarks", remarks);
    return Question.asking(Decision.class, shown).fitting(SCHEMA);
  }

  Review on(String draft, int round) {
    return switch (type) {
      case APPROVE -> new Review(round, true, "", draft);
      case EDIT -> new Review(round, true, "", Objects.requireNonNull(text));
      default -> new Review(round, false, Objects.requireNonNull(message), draft);
    };
  }
}
