package io.evergraph.llm.message;

/** A tool call did not work in a way that the model can mend: its message goes to the model. */
public class ToolCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param message what the model is told
   */
  public ToolCallException(String message) {
    super(message);
  }
}
