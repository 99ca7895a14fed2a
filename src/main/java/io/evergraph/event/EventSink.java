package io.evergraph.event;

import io.evergraph.error.GraphException;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Numbers the events of one transition. */
final class EventSink {
  private final List<RunEvent> events = new ArrayList<>();
  private final Instant now;
  private long number;

  EventSink(long firstNumber, Instant now) {
    this.number = firstNumber;
    this.now = now;
  }

  boolean add(Numbered event) {
    return events.add(event.at(number++, now));
  }

  boolean failed(Task task, TaskResult.Failed failure) {
    return add(
        (number, at) ->
            new RunEvent.TaskFailed(
                number,
                at,
                task.namespace(),
                task.step(),
                task.id(),
                task.node(),
                failure.type(),
                failure.message(),
                failure.report()));
  }

  boolean failed(List<String> runs, GraphException error) {
    return add(
        (number, at) ->
            new RunEvent.RunFailed(
                number,
                at,
                runs,
                error.type(),
                String.valueOf(error.getMessage()),
                error.details()));
  }

  boolean hasFailed(Task task) {
    return events.stream()
        .anyMatch(
            event ->
                event instanceof RunEvent.TaskFailed failed && failed.taskId().equals(task.id()));
  }

  List<RunEvent> events() {
    return List.copyOf(events);
  }

  /** An event but for its number and its time. */
  interface Numbered {
    RunEvent at(long number, Instant now);
  }
}
