package io.evergraph.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Interrupt;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.state.Write;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a task's activity, and the details of its failure. What is usual is left out.
 *
 * @param writes what the node wrote, in order
 * @param routes where it leads
 * @param rule how the routes stand to the node's edges; null stands beside them
 * @param asked the questions that it stopped at; null when it did not
 * @param details the facts of its error; null when it did not fail
 * @param attempts how often it ran; null stands for once
 * @param took the time of the last attempt
 * @param usage counters that the node reports
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeReply(
    @Nullable List<Write> writes,
    @Nullable List<Route> routes,
    Routing.@Nullable Rule rule,
    @Nullable List<Interrupt> asked,
    @Nullable Map<String, Object> details,
    @Nullable Integer attempts,
    @Nullable Duration took,
    @Nullable Map<String, Long> usage) {
  /** Returns the reply of a task that completed or asked. */
  static NodeReply of(TaskResult result) {
    return result.match(NodeReply::completed, NodeReply::asking, NodeReply::failed);
  }

  private static NodeReply completed(TaskResult.Completed done) {
    Routing.Rule rule = done.routing().rule();
    return new NodeReply(
        done.writes(),
        done.routing().routes(),
        rule == Routing.Rule.BESIDE_EDGES ? null : rule,
        null,
        null,
        attempts(done.report()),
        took(done.report()),
        done.report().usage());
  }

  private static NodeReply asking(TaskResult.Asked it) {
    return with(it.questions(), null, it.report());
  }

  private static NodeReply failed(TaskResult.Failed it) {
    return with(null, it.details(), it.report());
  }

  private static NodeReply with(
      @Nullable List<Interrupt> asked, @Nullable Map<String, Object> details, TaskReport report) {
    return new NodeReply(
        null, null, null, asked, details, attempts(report), took(report), report.usage());
  }

  private static @Nullable Integer attempts(TaskReport report) {
    return report.attempts() == 1 ? null : report.attempts();
  }

  private static Duration took(TaskReport report) {
    return report.duration().truncatedTo(ChronoUnit.MICROS);
  }

  TaskReport report() {
    return new TaskReport(
        Optional.ofNullable(attempts).orElse(1),
        Optional.ofNullable(took).orElse(Duration.ZERO),
        Optional.ofNullable(usage).orElse(Map.of()));
  }

  /** Returns what the task of an id gave; values are trees yet. */
  TaskResult result(String taskId) {
    if (asked != null) {
      return new TaskResult.Asked(taskId, asked, report());
    }
    Routing routing =
        new Routing(
            Optional.ofNullable(routes).orElse(List.of()),
            Optional.ofNullable(rule).orElse(Routing.Rule.BESIDE_EDGES));
    return new TaskResult.Completed(
        taskId, Optional.ofNullable(writes).orElse(List.of()), routing, report());
  }

  /** Returns how the task of an id failed. */
  TaskResult.Failed failure(String taskId, String type, String message) {
    return new TaskResult.Failed(
        taskId, type, message, Optional.ofNullable(details).orElse(Map.of()), report());
  }
}
