package io.evergraph.llm.limit;

import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import java.util.List;
import java.util.Map;

/**
 * Asks a person whether an agent may go on beyond a limit: {@code {"type": "limit_reached",
 * "scope", "what", "limit", "used", "description"}}; the answer is {@code {"type": "approve"}},
 * which allows as much again, or {@code {"type": "reject"}}.
 */
public record LimitCard(Limits.Reached reached) {
  private static final String APPROVE = "approve";
  private static final String TYPE = "type";

  private static final Map<String, Object> ANSWER =
      Map.of(
          TYPE,
          "object",
          "properties",
          Map.of(TYPE, Map.of("enum", List.of(APPROVE, "reject"))),
          "required",
          List.of(TYPE));

  /** Asks whether the agent may use as much again; returns what was answered. */
  public boolean isGranted(NodeContext context) {
    return isApproved(context.interrupt("limit." + reached.text(), question()));
  }

  /** Returns the question. */
  public Question<Object> question() {
    return Question.of(shown()).fitting(ANSWER);
  }

  /** Returns whether an answer allows to go on. */
  public static boolean isApproved(Object answer) {
    return answer instanceof Map<?, ?> decision && APPROVE.equals(decision.get(TYPE));
  }

  private Map<String, Object> shown() {
    return Map.of(
        TYPE,
        "limit_reached",
        "scope",
        reached.scope(),
        "what",
        reached.what(),
        "limit",
        reached.limit(),
        "used",
        reached.used(),
        "description",
        reached.text());
  }
}
