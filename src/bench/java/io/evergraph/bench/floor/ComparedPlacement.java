package io.evergraph.bench.floor;

import io.evergraph.graph.NodePolicy;

/** Where nodes run, and where the steps by hand run that they are measured against. */
enum ComparedPlacement {
  REMOTE(Placed.REMOTE, NodePolicy.DEFAULT, ""),
  LOCAL(Placed.LOCAL, NodePolicy.builder().local().build(), ", `local()`"),
  ADAPTIVE(Placed.LOCAL, NodePolicy.builder().adaptive().build(), ", `adaptive()`");

  final Placed byHand;
  final NodePolicy policy;
  final String suffix;

  ComparedPlacement(Placed byHand, NodePolicy policy, String suffix) {
    this.byHand = byHand;
    this.policy = policy;
    this.suffix = suffix;
  }
}
