package io.evergraph.graph;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An edge whose targets a {@link Router} chooses when its node has finished.
 *
 * @param router the name under which the router is bound
 * @param paths what the router may return, label to node name; empty when it may go anywhere
 */
public record ConditionalEdge(String from, String router, Map<String, String> paths)
    implements Edge {
  public ConditionalEdge {
    paths = Collections.unmodifiableMap(new TreeMap<>(paths));
  }

  @Override
  public List<String> sources() {
    return List.of(from);
  }

  @Override
  public List<String> targets() {
    return List.copyOf(paths.values());
  }
}
