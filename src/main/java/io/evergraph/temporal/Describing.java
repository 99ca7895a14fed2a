package io.evergraph.temporal;

import io.evergraph.graph.Graph;
import io.evergraph.pregel.Interrupt;
import io.evergraph.runtime.StateCodec;
import io.evergraph.runtime.TaskFailure;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Writes what people read on Temporal's page: plain Markdown, a few lines. */
final class Describing {
  private static final int LONGEST_TEXT = 300;
  private static final int LONGEST_ALARM = 190;
  private static final StateCodec CODEC = StateCodec.create();

  private Describing() {}

  /** Returns who waits for what. */
  static String current(ThreadSnapshot snapshot) {
    StringJoiner lines = new StringJoiner("\n");
    lines.add("**" + Attributes.nameOf(snapshot.status()) + "**" + place(snapshot));
    snapshot.interrupts().forEach(question -> lines.add(asked(question, snapshot)));
    for (TaskView task : snapshot.tasks()) {
      Optional.ofNullable(task.failure())
          .ifPresent(failure -> lines.add(failed(task, failure, snapshot.thread())));
    }
    return lines.toString();
  }

  /** Returns why a workflow was not continued as new, a paragraph. */
  static String postponed(Handover.Postponed reason) {
    return "\n\nCannot be continued as new: %,d bytes would have to come along, at most %,d may. "
            .formatted(reason.bytes(), reason.most())
        + "Make the state smaller, or give clients and workers a store of large values.";
  }

  private static String place(ThreadSnapshot snapshot) {
    String at = snapshot.step() < 0 ? "" : " after step " + snapshot.step();
    return snapshot.next().isEmpty()
        ? at
        : at + ", next: `" + String.join("`, `", snapshot.next()) + "`";
  }

  private static String asked(Interrupt question, ThreadSnapshot snapshot) {
    String which =
        snapshot.interrupts().size() == 1 ? "" : "\"interrupt\":\"" + question.id() + "\",";
    return "\n- `"
        + question.node()
        + "` asks: "
        + shortened(readable(question.value()))
        + "\n  Answer with update `answer` or signal `resume`: `{"
        + which
        + "\"value\": …}`";
  }

  /** Returns the sentence that stands at the timer of the question that expires first. */
  static String alarm(List<Interrupt> questions) {
    return questions.stream()
        .filter(question -> question.expiresAt() != null)
        .min(Comparator.comparing(question -> String.valueOf(question.expiresAt())))
        .map(Describing::alarm)
        .orElse("A question waits for its answer.");
  }

  private static String alarm(Interrupt question) {
    String text =
        "Node "
            + question.node()
            + " waits for an answer to: "
            + shortened(readable(question.value()));
    return text.substring(0, Math.min(text.length(), LONGEST_ALARM)) + ".";
  }

  private static String readable(Object value) {
    return value instanceof String text ? text : CODEC.toJson(value).toString();
  }

  private static String failed(TaskView task, TaskFailure failure, ThreadId thread) {
    return "\n- `"
        + task.node()
        + "` failed (attempts: "
        + failure.attempts()
        + "): "
        + shortened(failure.text())
        + "\n  Try again with update `answer` or signal `resume`: `{\"retry\": true}`, as in"
        + "\n  `temporal workflow update execute --name answer --input '{\"retry\": true}'"
        + " --workflow-id "
        + thread
        + "`";
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
  }

  /** Returns the summary that stands beside a thread in lists. */
  static String summary(Graph graph) {
    return graph.name() + " " + graph.version();
  }

  /** Returns what does not change during a thread's life. */
  static String fixed(Graph graph, ThreadId thread, TemporalOptions options) {
    StringJoiner lines = new StringJoiner("\n");
    lines.add("Graph **" + graph.name() + "**, version " + graph.version());
    String links = options.links();
    if (links != null) {
      lines.add("");
      lines.add("[Thread](" + links + "/threads/" + thread + ")");
    }
    return lines.toString();
  }
}
