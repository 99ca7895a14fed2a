package io.evergraph.graph;

import java.util.List;

/** An edge that is always taken. */
public record StaticEdge(String from, String to) implements Edge {

  @Override
  public List<String> sources() {
    return List.of(from);
  }

  @Override
  public List<String> targets() {
    return List.of(to);
  }
}
