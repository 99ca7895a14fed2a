package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.TooLargeException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.state.State;
import io.evergraph.temporal.payload.Referable;
import io.evergraph.temporal.payload.SizeGuard;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a thread tells the one whose task it works for: how it stands.
 *
 * @param task the task
 * @param place what tells this report from others of the thread
 * @param open the ids of the questions that are open on the thread; null for none
 * @param reply what the task gives, with writes under the names of the thread's channels; null
 *     while the thread runs
 * @param type the class name of the error where it has failed; null where it has not
 * @param message the text of that error
 * @param end what channels held in the end whose value is told too; null for none
 * @param heard the run of the task's latest call that the thread knew of; null where an earlier
 *     version reports
 * @param run the last run of the thread; null where an earlier version reports
 */
@JsonTypeName("report")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ReportMessage(
    @Nullable String id,
    String task,
    String place,
    @Nullable List<String> open,
    @Nullable NodeReply reply,
    @Nullable String type,
    @Nullable String message,
    @Nullable JsonNode end,
    @Nullable String heard,
    @Nullable String run)
    implements ThreadMessage, Referable {
  private static final String REMEDY = "Let the subgraph write less, or pass fewer channels.";

  public ReportMessage {
    Objects.requireNonNull(task, "task");
    Objects.requireNonNull(place, "place");
  }

  /** Returns a report, or that it is too large to be sent. */
  public static ReportMessage of(
      ChildReport report, @Nullable String heard, StateCodec codec, SizeGuard guard) {
    ReportMessage whole = of(report, heard, codec);
    try {
      guard.requirePayload(
          codec.toJson(whole), () -> "what the subgraph of a task tells it", REMEDY);
      return whole;
    } catch (TooLargeException refused) {
      TaskResult failed = Failures.ofTask(report.taskId(), refused, TaskReport.NONE);
      return of(
          new ChildReport(
              report.taskId(), report.run(), report.place(), List.of(), failed, State.empty()),
          heard,
          codec);
    }
  }

  private static ReportMessage of(ChildReport report, @Nullable String heard, StateCodec codec) {
    TaskResult result = report.result();
    TaskResult.Failed failed = result instanceof TaskResult.Failed it ? it : null;
    return new ReportMessage(
        null,
        report.taskId(),
        report.place(),
        report.open(),
        result == null ? null : NodeReply.of(result, codec),
        failed == null ? null : failed.type(),
        failed == null ? null : failed.message(),
        report.end().values().isEmpty() ? null : codec.toJson(report.end()),
        heard,
        report.run());
  }

  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public ReportMessage completed(String otherId) {
    return new ReportMessage(
        Optional.ofNullable(id).orElse(otherId),
        task,
        place,
        open,
        reply,
        type,
        message,
        end,
        heard,
        run);
  }

  @Override
  public boolean waitsForGraph() {
    return true;
  }

  /** Returns whether the thread runs. */
  public boolean isRunning() {
    return reply == null;
  }

  /** Returns whether nothing more comes of the thread. */
  public boolean isLast() {
    return reply != null && type == null && reply.asked() == null;
  }

  /**
   * Returns whether the thread stood still, for an answer or a retry, before it heard of a call: it
   * will go on, and reports again.
   *
   * @param called the run of the latest call; null where it is not known
   */
  public boolean isBefore(@Nullable String called) {
    boolean standsStill = !isRunning() && !isLast();
    return standsStill && heard != null && called != null && !heard.equals(called);
  }

  /** One that cannot be read may be the last one: the task fails, as it is never told again. */
  private ChildReport report(BoundGraph bound) {
    NodeReply given = reply;
    return new ChildReport(
        task,
        run,
        place,
        Optional.ofNullable(open).orElse(List.of()),
        given == null ? null : bound.read(task, () -> result(given, bound.codec())),
        end == null ? State.empty() : StateCodec.ofTrees(end));
  }

  private TaskResult result(NodeReply given, StateCodec codec) {
    return type == null
        ? given.result(task, codec)
        : given.failure(task, type, Optional.ofNullable(message).orElse(""));
  }

  /** A report never refuses to be taken in; what it leads to follows from where the task stands. */
  @Override
  public Input input(BoundGraph bound) {
    return new Input.Continue(id(), Steering.NONE);
  }

  @Override
  public Checkpoint preview(BoundGraph bound, Checkpoint at) {
    return at;
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return report(bound).applyTo(bound.progress(), result -> typed(result, bound), bound.now());
  }

  private static TaskResult typed(TaskResult result, BoundGraph bound) {
    Checkpoint at = bound.progress().at();
    Task task = at.frames().task(result.taskId()).orElseThrow().task();
    Frame frame = at.frame(task.namespace()).orElseThrow();
    Pregel pregel = bound.pregel();
    return bound.read(
        task.id(),
        () ->
            bound
                .codec()
                .bind(
                    result,
                    pregel.schema(frame),
                    target -> pregel.inputOf(frame, target),
                    task.node()));
  }
}
