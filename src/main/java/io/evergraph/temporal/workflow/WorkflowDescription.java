package io.evergraph.temporal.workflow;

import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.TaskFailure;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.Attributes;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;

/** Writes what people read on Temporal's page: plain Markdown, a few lines. */
public final class WorkflowDescription {
  /** How many questions, and how many failed tasks, are shown one by one. */
  static final int MOST_SHOWN = 20;

  private static final int LONGEST_TEXT = 300;
  private static final String ENDS = ".?!…";
  private static final int LONGEST_SUMMARY = 190;
  private static final StateCodec CODEC = StateCodec.create();

  private WorkflowDescription() {}

  static String current(ThreadSnapshot snapshot) {
    StringJoiner paragraphs = new StringJoiner("\n\n");
    paragraphs.add(status(snapshot));
    List<TaskView> failed =
        snapshot.tasks().stream().filter(task -> task.failure() != null).toList();
    List<Interrupt> open = snapshot.interrupts();
    open.stream().limit(MOST_SHOWN).map(WorkflowDescription::asked).forEach(paragraphs::add);
    more(open.size(), "questions; see the query `interrupts`").ifPresent(paragraphs::add);
    failed.stream()
        .limit(MOST_SHOWN)
        .forEach(task -> paragraphs.add(failed(task, failed.size() > 1)));
    more(failed.size(), "failed tasks; see the query `status`").ifPresent(paragraphs::add);
    new SuggestedAction(snapshot, failed).lines().forEach(paragraphs::add);
    return paragraphs.toString();
  }

  static String postponed(ContinueAsNew.Postponed reason) {
    return "\n\nCannot be continued as new: %,d bytes would have to come along, at most %,d may. "
            .formatted(reason.bytes(), reason.most())
        + "Make the state smaller, or give clients and workers a store of large values.";
  }

  private static String status(ThreadSnapshot snapshot) {
    return "**" + Attributes.nameOf(snapshot.status()) + "**" + place(snapshot);
  }

  static String ended(ThreadSnapshot snapshot) {
    String end =
        Optional.ofNullable(snapshot.error())
            .map(error -> "The run has failed: " + shortened(String.valueOf(error.getMessage())))
            .orElse("The run has finished. Its final state is the result of this workflow.");
    return status(snapshot) + "\n\n" + end;
  }

  private static Optional<String> more(int all, String what) {
    return Optional.of(all - MOST_SHOWN)
        .filter(left -> left > 0)
        .map(left -> "… and " + left + " more " + what + ".");
  }

  private static String place(ThreadSnapshot snapshot) {
    StringJoiner place = new StringJoiner(", ");
    place.add(snapshot.graph() == null ? "" : " in graph `" + snapshot.graph() + "`");
    if (snapshot.step() >= 0) {
      place.add("after step " + snapshot.step());
    }
    if (!snapshot.next().isEmpty()) {
      place.add("next: `" + String.join("`, `", snapshot.next()) + "`");
    }
    return place.toString();
  }

  private static String asked(Interrupt question) {
    StringBuilder lines = new StringBuilder();
    lines.append("`").append(question.node()).append("` asks: ");
    lines.append(shortened(readable(question.value())));
    Optional.ofNullable(question.schema())
        .ifPresent(
            schema -> lines.append("\n\nThe answer's form: `").append(form(schema)).append("`"));
    Optional.ofNullable(question.metadata().get(ChildReport.CHILD_THREAD))
        .ifPresent(thread -> lines.append("\n\nAsked on thread `").append(thread).append("`."));
    Optional.ofNullable(question.expiresAt())
        .ifPresent(deadline -> lines.append("\n\nIt expires at ").append(deadline).append("."));
    return lines.toString();
  }

  /** Returns the sentence that stands at the timer of the question that expires first. */
  static String timer(List<Interrupt> questions) {
    return questions.stream()
        .filter(question -> question.expiresAt() != null)
        .min(Comparator.comparing(question -> String.valueOf(question.expiresAt())))
        .map(WorkflowDescription::timer)
        .orElse("A question waits for its answer.");
  }

  private static String timer(Interrupt question) {
    return summary(
        "Node "
            + question.node()
            + " waits for an answer to: "
            + shortened(readable(question.value())));
  }

  private static String summary(String text) {
    String line = text.substring(0, Math.min(text.length(), LONGEST_SUMMARY));
    return ENDS.indexOf(line.charAt(line.length() - 1)) < 0 ? line + "." : line;
  }

  /** Returns the sentence that stands in the timeline where a run has stopped. */
  static String stop(ThreadSnapshot snapshot) {
    Optional<String> failure =
        Optional.ofNullable(snapshot.error())
            .map(
                error ->
                    summary("The run failed: " + shortened(String.valueOf(error.getMessage()))));
    return snapshot.interrupts().stream()
        .findFirst()
        .map(WorkflowDescription::timer)
        .or(() -> failure)
        .orElse(snapshot.next().isEmpty() ? "The run has finished." : "The run was stopped.");
  }

  private static String form(Map<String, Object> schema) {
    Map<String, Object> plain = new LinkedHashMap<>(schema);
    plain.remove("$schema");
    return shortened(readable(plain));
  }

  private static String readable(Object value) {
    return value instanceof String text ? text : CODEC.toJson(value).toString();
  }

  private static String failed(TaskView task, boolean oneOfSeveral) {
    TaskFailure failure = Objects.requireNonNull(task.failure());
    return "`"
        + task.node()
        + "` failed"
        + (oneOfSeveral ? ", task `" + task.id() + "`" : "")
        + " (attempts: "
        + failure.attempts()
        + "): "
        + shortened(failure.text());
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
  }

  public static String summary(Graph graph) {
    return graph.name() + " " + graph.version();
  }

  /** Returns what does not change during a thread's life. */
  public static String fixed(Graph graph, ThreadId thread, TemporalOptions options) {
    return linked("Graph **" + graph.name() + "**, version " + graph.version(), thread, options);
  }

  /** Returns what does not change during the life of a thread that a schedule starts. */
  public static String scheduled(Graph graph, String schedule) {
    return "Graph **" + graph.name() + "**, its newest version, started by schedule " + schedule;
  }

  /** Returns what does not change during the life of a thread that began without a graph. */
  public static String opening(ThreadId thread, TemporalOptions options) {
    return linked(
        "A thread. Which graph it runs and what it waits for stand in its current details.",
        thread,
        options);
  }

  private static String linked(String text, ThreadId thread, TemporalOptions options) {
    String links = options.links();
    return links == null ? text : text + "\n\n[Thread](" + links + "/threads/" + thread + ")";
  }
}
