package io.evergraph.temporal;

import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Interrupt;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadSnapshot;

/** Writes what people read on Temporal's page. */
final class Describing {
  private Describing() {}

  /** Returns who waits for what, as short Markdown. */
  static String details(GraphThread thread) {
    ThreadSnapshot snapshot = thread.snapshot();
    StringBuilder text =
        new StringBuilder(
            "**" + snapshot.status().name().toLowerCase(java.util.Locale.ROOT) + "**");
    text.append(" · step ").append(snapshot.step()).append("\n");
    for (Interrupt question : snapshot.interrupts()) {
      text.append("\n- `").append(question.node()).append("` asks: ").append(question.value());
      text.append("\n  answer with `{\"interrupt\":\"")
          .append(question.id())
          .append("\",\"value\":…}`");
    }
    for (TaskView task : snapshot.tasks()) {
      if (task.error() != null) {
        text.append("\n- `").append(task.node()).append("` failed: ").append(task.error());
      }
    }
    return text.toString();
  }

  static String diagram(GraphSpec spec) {
    return spec.name();
  }
}
