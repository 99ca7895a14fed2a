package io.evergraph.llm.tool;

/**
 * The model has not given an answer of the type that its agent ends with, however often it was told
 * what is wrong. Ends the attempts of a node.
 */
public final class FinalAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FinalAnswerException(FinalAnswer<?> answer, int repairs, String problem) {
    super(
        "Expected %s after %d repairs but found one that does not fit: %s."
            .formatted(answer, repairs, problem));
  }
}
