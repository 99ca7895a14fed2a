package io.evergraph.graph;

import java.util.List;

/**
 * An edge that waits for its sources, however many supersteps apart, then fires once and starts
 * again.
 *
 * @param sources the nodes it waits for, sorted
 * @param rule how many of them have to arrive
 */
public record JoinEdge(List<String> sources, String to, JoinRule rule) implements Edge {
  public JoinEdge {
    sources = sources.stream().distinct().sorted().toList();
  }

  /** Returns the name of the join, unique within its graph: what it waits for and leads to. */
  public String name() {
    return String.join(",", sources) + ">" + to + (rule.isRace() ? " " + rule : "");
  }

  /** Returns how many of the sources have to arrive. */
  public int needed() {
    return rule.needed(sources.size());
  }

  @Override
  public List<String> targets() {
    return List.of(to);
  }
}
