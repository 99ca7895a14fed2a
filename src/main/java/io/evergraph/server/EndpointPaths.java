package io.evergraph.server;

import java.util.List;

/**
 * The paths of a group of endpoints: requests below them that nothing handles are answered with our
 * problems, all others stay with the application.
 *
 * @param roots first segments with their slash, such as {@code /threads}
 */
public record EndpointPaths(List<String> roots) {
  public EndpointPaths {
    roots = List.copyOf(roots);
  }

  /** Returns these paths below a base path. */
  public EndpointPaths below(BasePath base) {
    return new EndpointPaths(roots.stream().map(root -> base.path() + root).toList());
  }

  /** Returns whether a path, counted from the context path, lies at or below a root. */
  public boolean contain(String path) {
    return roots.stream().anyMatch(root -> path.equals(root) || path.startsWith(root + "/"));
  }
}
