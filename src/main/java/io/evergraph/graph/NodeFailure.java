package io.evergraph.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a node failed, as its error handler sees it.
 *
 * @param node the node; a subgraph where something in it failed
 * @param type the class name of the last error
 * @param details the facts of the error by name: plain values
 */
public record NodeFailure(
    String node, String type, String message, Map<String, Object> details, int attempts) {
  public NodeFailure {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }
}
