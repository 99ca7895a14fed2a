package io.evergraph.error;

import java.util.List;

/** A route names a target that the node may not go to. */
public final class UnknownTargetException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param node the node that was left
   * @param target the target that it named
   * @param allowed the declared targets
   */
  public UnknownTargetException(String node, String target, List<String> allowed) {
    this(Facts.of("node", node).and("target", target).and("allowed", allowed));
  }

  UnknownTargetException(Facts facts) {
    super(
        facts,
        "Expected node '{node}' to go to one of {allowed} but it named '{target}'. Declare the"
            + " target on the route or with ends(...), or allow all with openRoutes().");
  }
}
