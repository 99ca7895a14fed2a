package io.evergraph.agent.hook;

/** A text holds personal data that {@link Pii} blocks. Ends the attempts of a node. */
public final class PiiFoundException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  PiiFoundException(PiiKind kind, String place) {
    super(
        "Expected no personal data in %s but found %s (it is not shown here)."
            .formatted(place, kind));
  }
}
