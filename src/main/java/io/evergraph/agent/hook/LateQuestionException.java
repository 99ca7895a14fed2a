package io.evergraph.agent.hook;

/**
 * A hook asked a person in the task of a model or of a tool after it had been called: with the
 * answer the task would run again, and call it twice. Ends the attempts of a node.
 */
public final class LateQuestionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  LateQuestionException(String hook, String node) {
    super(
        "Expected hook '%s' to ask before '%s' has called what it calls but found a question after it: ask before it, or let the hook return Placement.NODE."
            .formatted(hook, node));
  }
}
