package io.evergraph.error;

import java.util.Map;

/** What drives the runs cannot do what was asked for. */
public final class NotOfferedException extends GraphException {
  private final String action;
  private final String runtime;
  private final String remedy;

  /**
   * Describes the failure.
   *
   * @param action what was asked for
   * @param runtime what cannot do it, such as the address of a server
   * @param remedy what to do instead, as a sentence
   */
  public NotOfferedException(String action, String runtime, String remedy) {
    super(
        "There is no " + action + " with " + runtime + ". " + remedy,
        Map.of("action", action, "runtime", runtime, "remedy", remedy));
    this.action = action;
    this.runtime = runtime;
    this.remedy = remedy;
  }

  /** Returns what was asked for. */
  public String action() {
    return action;
  }

  /** Returns what cannot do it. */
  public String runtime() {
    return runtime;
  }

  /** Returns what to do instead. */
  public String remedy() {
    return remedy;
  }
}
