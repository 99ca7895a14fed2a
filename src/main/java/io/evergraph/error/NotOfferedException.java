package io.evergraph.error;

/** What drives the runs cannot do what was asked for. */
public final class NotOfferedException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param action what was asked for
   * @param runtime what cannot do it, such as the address of a server
   * @param remedy what to do instead, as a sentence
   */
  public NotOfferedException(String action, String runtime, String remedy) {
    this(Facts.of("action", action).and("runtime", runtime).and("remedy", remedy));
  }

  NotOfferedException(Facts facts) {
    super(facts, "There is no {action} with {runtime}. {remedy}");
  }
}
