package io.evergraph.llm.model;

/**
 * The model did not answer this time: it could not be reached, was too slow, or failed. Another
 * attempt may succeed.
 */
public class ModelUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param message what the provider or the network said
   * @param cause the error of the client
   */
  public ModelUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
