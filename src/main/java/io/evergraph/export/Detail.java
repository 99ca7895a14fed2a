package io.evergraph.export;

/**
 * How much of a graph a drawing shows.
 *
 * @param levels how many levels of subgraphs are opened; 0 draws each as a single node
 */
public record Detail(int levels) {
  /** Every subgraph is opened. */
  public static final Detail ALL = new Detail(Integer.MAX_VALUE);

  public Detail {
    if (levels < 0) {
      throw new IllegalArgumentException("Expected 0 or more levels but found " + levels + ".");
    }
  }

  boolean opensSubgraphs() {
    return levels > 0;
  }

  Detail inside() {
    return equals(ALL) ? ALL : new Detail(levels - 1);
  }
}
