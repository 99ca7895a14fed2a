package io.evergraph.demo.samples;

import io.evergraph.graph.Graph;
import java.util.List;

/** The sample graphs, each under the name by which it is run. */
public final class SampleGraphs {
  private SampleGraphs() {}

  /** Returns all of them. */
  public static List<Graph> all() {
    return List.of(
        FlowSamples.chain(),
        FlowSamples.parallel(),
        FlowSamples.mapReduce(),
        FlowSamples.nested(),
        ApprovalSamples.approval(),
        ApprovalSamples.twoApprovals(),
        TroubleSamples.fails(),
        TroubleSamples.slow(),
        ChatSample.chat());
  }
}
