package io.evergraph.agent.flow;

import io.evergraph.graph.FlowFields;
import java.util.Optional;

/**
 * What texts say of merges: {@code byName}, {@code list}, the name of one, {@code joined} with what
 * stands between, or {@code model} and {@code instruction}.
 */
record MergeText(FlowText text) {
  private static final String WAY = "way";

  Optional<Merge<?>> merge() {
    return text.fields().part("merge", WAY).flatMap(this::merge);
  }

  private Optional<Merge<?>> merge(FlowFields at) {
    if (at.has("joined")) {
      return at.text("joined").map(Merge::joined);
    }
    if (at.has("model")) {
      return Optional.of(
          Merge.by(text.model(at, "model"), at.text("instruction").orElse("Merge the results.")));
    }
    return switch (at.text(WAY).orElse("")) {
      case "byName" -> Optional.of(Merge.byName());
      case "list" -> Optional.of(Merge.list());
      default -> named(at);
    };
  }

  private static Optional<Merge<?>> named(FlowFields at) {
    if (!at.has(WAY)) {
      at.problem("a merge is byName, list, a name, joined, or model and instruction; add one");
    }
    return at.named(WAY, Merge.class).map(it -> (Merge<?>) it);
  }
}
