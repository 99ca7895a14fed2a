package io.evergraph.graph;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that hooks are declared for nodes that run code. */
final class HookValidation {
  private HookValidation() {}

  static List<String> problems(GraphSpec spec, Collection<String> hooked) {
    return hooked.stream()
        .sorted()
        .flatMap(node -> misplacedHook(node, spec.node(node).orElse(null)).stream())
        .toList();
  }

  private static Optional<String> misplacedHook(String name, @Nullable Node node) {
    if (node == null) {
      return Optional.of("a hook is declared for '" + name + "', which is no node");
    }
    return node instanceof SubgraphNode
        ? Optional.of(
            "a hook is declared for '"
                + name
                + "', which is a subgraph and runs no code of its own: declare it for nodes of"
                + " that graph, or for a node before or after it")
        : Optional.empty();
  }
}
