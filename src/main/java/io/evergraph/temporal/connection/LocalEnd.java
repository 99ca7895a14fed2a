package io.evergraph.temporal.connection;

import io.evergraph.temporal.protocol.EndMarker;
import io.evergraph.temporal.protocol.ThreadView;
import io.temporal.api.command.v1.Command;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.MarkerRecordedEventAttributes;
import io.temporal.api.history.v1.WorkflowExecutionCompletedEventAttributes;
import io.temporal.api.history.v1.WorkflowExecutionFailedEventAttributes;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.util.List;
import java.util.Optional;

/**
 * How a thread has ended, by the commands of a workflow task that the server has taken.
 *
 * @param view how the thread was doing in the end
 * @param event what its workflow has ended with, as its history tells it, but for type, numbers and
 *     times
 */
public record LocalEnd(ThreadView view, HistoryEvent event) {
  /**
   * Returns the end that commands bring about.
   *
   * @param commands those of one workflow task
   * @param converter what they are written with
   * @return empty where they end no thread
   */
  static Optional<LocalEnd> of(List<Command> commands, DataConverter converter) {
    int first = commands.size() - EndMarker.PLACE;
    return Optional.of(first)
        .filter(place -> place >= 0)
        .map(place -> event(commands.get(commands.size() - 1)))
        .filter(EndMarker::isBefore)
        .flatMap(
            end ->
                view(List.of(end, event(commands.get(first))), converter)
                    .map(view -> new LocalEnd(view, end)));
  }

  /** Other workflows on the connection leave other things at this place. */
  private static Optional<ThreadView> view(List<HistoryEvent> latest, DataConverter converter) {
    try {
      return EndMarker.read(latest, converter);
    } catch (DataConverterException foreign) {
      return Optional.empty();
    }
  }

  private static HistoryEvent event(Command command) {
    HistoryEvent.Builder event = HistoryEvent.newBuilder();
    switch (command.getCommandType()) {
      case COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION ->
          event.setWorkflowExecutionCompletedEventAttributes(
              WorkflowExecutionCompletedEventAttributes.newBuilder()
                  .setResult(command.getCompleteWorkflowExecutionCommandAttributes().getResult()));
      case COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION ->
          event.setWorkflowExecutionFailedEventAttributes(
              WorkflowExecutionFailedEventAttributes.newBuilder()
                  .setFailure(command.getFailWorkflowExecutionCommandAttributes().getFailure()));
      case COMMAND_TYPE_RECORD_MARKER ->
          event.setMarkerRecordedEventAttributes(
              MarkerRecordedEventAttributes.newBuilder()
                  .putAllDetails(command.getRecordMarkerCommandAttributes().getDetailsMap()));
      default -> {}
    }
    return event.build();
  }
}
