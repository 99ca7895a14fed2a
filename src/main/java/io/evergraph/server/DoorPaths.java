package io.evergraph.server;

import java.util.List;

/**
 * The paths that belong to a door: requests below them that nothing handles are answered with our
 * problems, all others stay with the application.
 *
 * @param roots first segments with their slash, such as {@code /threads}; {@code /} stands for all
 */
public record DoorPaths(List<String> roots) {
  /** Copies the roots. */
  public DoorPaths {
    roots = List.copyOf(roots);
  }

  /** Returns the paths of an application that is nothing but doors. */
  public static DoorPaths everything() {
    return new DoorPaths(List.of("/"));
  }

  /** Returns whether a path, counted from the context path, lies at or below a root. */
  public boolean contain(String path) {
    return roots.stream()
        .anyMatch(root -> root.equals("/") || path.equals(root) || path.startsWith(root + "/"));
  }
}
