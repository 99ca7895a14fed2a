package io.evergraph.demo.airline;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.NodeContext;
import java.net.URI;
import java.util.Optional;

/** Reads the URL of a recorded conversation from the context of a run. */
final class ReplayUrl {
  private ReplayUrl() {}

  static Optional<URI> of(NodeContext context) {
    return Optional.ofNullable(context.runContext().get(AirlineAgent.REPLAY_URL))
        .map(value -> uri(value.toString()));
  }

  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidInputException(
          "'" + AirlineAgent.REPLAY_URL + "' in the context of the run",
          "the URL of a recorded conversation",
          "'" + text + "'");
    }
  }
}
