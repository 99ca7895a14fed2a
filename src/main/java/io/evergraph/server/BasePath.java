package io.evergraph.server;

/**
 * What all paths of the endpoints begin with, below the context path of the application.
 *
 * @param path empty, or a path such as {@code /agents} without a slash at its end
 */
public record BasePath(String path) {
  /** Paths begin at the root of the application. */
  public static final BasePath NONE = new BasePath("");
}
