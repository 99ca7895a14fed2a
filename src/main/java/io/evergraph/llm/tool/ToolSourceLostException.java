package io.evergraph.llm.tool;

/** A source of tools cannot be reached, or was lost during a call. Another attempt may reach it. */
public class ToolSourceLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param source the name of the source
   * @param cause why it cannot be reached
   */
  public ToolSourceLostException(String source, Throwable cause) {
    super(
        "Expected the tools of '%s' to be there but found: %s. Check its server; the next attempt connects anew."
            .formatted(source, rootOf(cause)),
        cause);
  }

  private static String rootOf(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String name = root.getClass().getSimpleName();
    return root.getMessage() == null ? name : name + ": " + root.getMessage();
  }
}
