package io.evergraph.graph;

import io.evergraph.state.State;
import java.util.List;
import java.util.Optional;

/** An edge that takes the first match in the order of declaration; no match ends the branch. */
public record FirstMatchEdge(String from, List<Match> matches) implements Edge {
  public FirstMatchEdge {
    matches = List.copyOf(matches);
  }

  /** Returns where a state leads; empty where it satisfies no match. */
  public Optional<String> target(State state) {
    return matches.stream().filter(match -> match.accepts(state)).findFirst().map(Match::target);
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
