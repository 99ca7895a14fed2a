package io.evergraph.bench.floor;

import io.evergraph.graph.NodePolicy;
import java.util.Optional;

/** Where nodes run, and where the steps by hand run that they are measured against. */
enum ComparedPlacement {
  REMOTE(Placed.REMOTE, NodePolicy.DEFAULT, "", Optional.empty()),
  LOCAL(Placed.LOCAL, NodePolicy.builder().local().build(), ", `local()`", Optional.of("≤ 1.3")),
  ADAPTIVE(
      Placed.LOCAL,
      NodePolicy.builder().adaptive().build(),
      ", `adaptive()`",
      Optional.of("≤ 1 s"));

  final Placed byHand;
  final NodePolicy policy;
  final String suffix;

  /** What its figures are held to; empty for what is said of their workload. */
  final Optional<String> bar;

  ComparedPlacement(Placed byHand, NodePolicy policy, String suffix, Optional<String> bar) {
    this.byHand = byHand;
    this.policy = policy;
    this.suffix = suffix;
    this.bar = bar;
  }
}
