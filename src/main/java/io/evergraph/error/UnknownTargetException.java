package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** A route names a target that the node may not go to. */
public final class UnknownTargetException extends GraphException {
  private final String node;
  private final String target;
  private final List<String> allowed;

  /**
   * Describes the failure.
   *
   * @param node the node that was left
   * @param target the target that it named
   * @param allowed the declared targets
   */
  public UnknownTargetException(String node, String target, List<String> allowed) {
    super(
        "Expected node '"
            + node
            + "' to go to one of "
            + allowed
            + " but it named '"
            + target
            + "'. Declare the target on the route or with ends(...), or allow all with openRoutes().",
        Map.of("node", node, "target", target, "allowed", allowed));
    this.node = node;
    this.target = target;
    this.allowed = List.copyOf(allowed);
  }

  /** Returns the node that was left. */
  public String node() {
    return node;
  }

  /** Returns the target that it named. */
  public String target() {
    return target;
  }

  /** Returns the declared targets. */
  public List<String> allowed() {
    return allowed;
  }
}
