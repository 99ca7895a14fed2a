package io.evergraph.llm.model;

/**
 * The model cannot answer this request, however often it is asked: the request is not valid, the
 * key is wrong, the model does not exist. Ends the attempts of a node.
 */
public final class ModelRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param message what the provider said
   * @param cause the error of the client
   */
  public ModelRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
