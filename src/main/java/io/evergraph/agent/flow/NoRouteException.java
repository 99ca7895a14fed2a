package io.evergraph.agent.flow;

/** A model has not chosen an agent, however often it was told what is wrong. */
public final class NoRouteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoRouteException(int asked, String problem) {
    super(
        "The model has made no choice in %d calls, and the flow has no fallback. %s"
            .formatted(asked, problem));
  }
}
