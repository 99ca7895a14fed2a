package io.evergraph.server.langgraph;

import io.evergraph.error.GraphException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.StreamPart;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

@Schema(name = "RunError", description = "Why a run failed.")
record RunError(
    @Schema(example = "IllegalStateException") String error,
    @Schema(example = "boom: x") String message) {
  static final RunError CANCELLED = new RunError("UserInterrupt", "The run was cancelled.");

  static final RunError STOPPING =
      new RunError(
          "ServerStopping",
          "This server stopped before the run had ended. The run goes on: join it.");

  /** Tells the failure of a node as the node's own, any other as it is. */
  static RunError of(GraphException failure) {
    return failure instanceof TaskFailedException task
        ? new RunError(simpleName(task.errorType()), task.reason())
        : new RunError(failure.type(), String.valueOf(failure.getMessage()));
  }

  static RunError of(RuntimeException failure) {
    return failure instanceof GraphException known
        ? of(known)
        : new RunError(failure.getClass().getSimpleName(), String.valueOf(failure.getMessage()));
  }

  static RunError of(RunEvent.TaskFailed failure) {
    return new RunError(simpleName(failure.error()), failure.message());
  }

  static RunError of(RunEvent.RunFailed failure) {
    return of(GraphException.restore(failure.error(), failure.message(), failure.details()));
  }

  static Optional<RunError> of(StreamPart.Ended part) {
    Map<Class<? extends RunEvent>, Supplier<RunError>> byEnd =
        Map.of(
            RunEvent.RunParked.class, () -> firstOf(part.failures()),
            RunEvent.RunFailed.class, () -> of((RunEvent.RunFailed) part.end()),
            RunEvent.RunCancelled.class, () -> CANCELLED);
    return Optional.ofNullable(byEnd.get(part.end().getClass())).map(Supplier::get);
  }

  private static RunError firstOf(List<RunEvent.TaskFailed> failures) {
    return failures.stream()
        .findFirst()
        .map(RunError::of)
        .orElseGet(() -> new RunError("TaskFailedException", "Tasks failed in an earlier run."));
  }

  private static String simpleName(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }
}
