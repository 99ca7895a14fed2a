package io.evergraph.graph;

import java.util.List;

/** An edge that takes the first match in the order of declaration; no match ends the branch. */
public record FirstMatchEdge(String from, List<Match> matches) implements Edge {
  public FirstMatchEdge {
    matches = List.copyOf(matches);
  }

  @Override
  public List<String> sources() {
    return List.of(from);
  }

  @Override
  public List<String> targets() {
    return matches.stream().map(Match::target).distinct().toList();
  }
}
