package io.evergraph.error;

import java.util.Map;

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
    this(new Facts(Map.of("action", action, "runtime", runtime, "remedy", remedy)));
  }

  NotOfferedException(Facts facts) {
    super(facts, facts.fill("There is no {action} with {runtime}. {remedy}"));
  }
}
