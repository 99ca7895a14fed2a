package io.evergraph.llm.limit;

import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks a person whether an agent may go on beyond a limit: {@code {"type": "limit_reached",
 * "scope", "what", "limit", "used", "description"}}; the answer is {@code {"type": "approve"}},
 * which allows as much again, or {@code {"type": "reject"}}. Of calls of a tool it says also how
 * many more are {@code "wanted"}; all of them are allowed, or none.
 *
 * @param wanted how many calls are to be made; 0 where that is not known
 */
public record LimitCard(Limits.Reached reached, int wanted) {
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

  /** Makes the card of a limit beyond which nobody knows how much will be used. */
  public LimitCard(Limits.Reached reached) {
    this(reached, 0);
  }

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
    Map<String, Object> card = new LinkedHashMap<>();
    card.put(TYPE, "limit_reached");
    card.put("scope", reached.scope());
    card.put("what", reached.what());
    card.put("limit", reached.limit());
    card.put("used", reached.used());
    if (wanted > 0) {
      card.put("wanted", wanted);
    }
    card.put("description", description());
    return card;
  }

  private String description() {
    return wanted == 0
        ? reached.text()
        : "%s Used are %d; the model wants %d more."
            .formatted(reached.text(), reached.used(), wanted);
  }
}
