package io.evergraph.graph;

import io.evergraph.state.Channel;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds every mistake in how a graph stands in another one as a node. */
final class EmbeddingValidation {
  private final StateSchema outer;
  private final SubgraphNode node;
  private final StateSchema inner;
  private final List<String> problems = new ArrayList<>();

  EmbeddingValidation(StateSchema outer, SubgraphNode node, Graph inner) {
    this.outer = outer;
    this.node = node;
    this.inner = inner.schema();
  }

  List<String> problems() {
    if (node.embedding().sharesByName()) {
      outer.channels().keySet().forEach(name -> checkTypes(name, name));
    } else {
      node.embedding().inputs().forEach((to, from) -> checkPair(from, to));
      node.embedding().outputs().forEach((to, from) -> checkPair(to, from));
    }
    checkMemory();
    return problems;
  }

  private void checkPair(String outerName, String innerName) {
    checkKnown(outer, outerName, "is not declared here");
    checkKnown(inner, innerName, "is not declared in the subgraph");
    checkTypes(outerName, innerName);
  }

  private void checkKnown(StateSchema schema, String channel, String problem) {
    if (schema.openness() == Openness.DECLARED_ONLY && !schema.channels().containsKey(channel)) {
      problems.add(
          "subgraph '"
              + node.name()
              + "' maps channel '"
              + channel
              + "', which "
              + problem
              + "; channels are "
              + schema.channels().keySet());
    }
  }

  private void checkTypes(String outerName, String innerName) {
    Channel<?> here = outer.channels().get(outerName);
    Channel<?> there = inner.channels().get(innerName);
    if (here != null && there != null && !here.type().equals(there.type())) {
      problems.add(
          "channel '"
              + outerName
              + "' is "
              + here.type().getTypeName()
              + " here but "
              + (outerName.equals(innerName) ? "" : "'" + innerName + "' is ")
              + there.type().getTypeName()
              + " in subgraph '"
              + node.name()
              + "'; give both one type");
    }
  }

  /** What lives as long as the thread needs a place that does, too. */
  private void checkMemory() {
    if (node.embedding().memory() == Memory.PER_THREAD) {
      return;
    }
    for (Node below : node.graph().nodes()) {
      if (below instanceof SubgraphNode kept && kept.embedding().memory() == Memory.PER_THREAD) {
        problems.add(
            "subgraph '"
                + kept.name()
                + "' keeps its state per thread, but '"
                + node.name()
                + "', which it stands in, starts anew with each call; keep that per thread, too");
      }
    }
  }

  static List<String> problems(StateSchema outer, List<Node> nodes, Map<String, Graph> subgraphs) {
    List<String> problems = new ArrayList<>();
    for (Node node : nodes) {
      Graph inner = subgraphs.get(node.name());
      if (node instanceof SubgraphNode subgraph && inner != null) {
        problems.addAll(new EmbeddingValidation(outer, subgraph, inner).problems());
      }
    }
    return problems;
  }
}
