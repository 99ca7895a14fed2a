package io.evergraph.temporal.protocol;

import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.SideEffectOptions;
import io.temporal.workflow.Workflow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells how a thread was doing when its workflow ended: in the event before the last one of its
 * history, for readers who need not replay it then. A memo would have the server write its list of
 * workflows once more; a result that carries more than itself is printed by Temporal's own programs
 * as raw data.
 */
public final class EndMarker {
  /** How many events have to be read, from the end. */
  public static final int PLACE = 2;

  private static final String SUMMARY = "how the thread ended";

  private EndMarker() {}

  /**
   * Leaves it in the history, before the order that ends the workflow.
   *
   * @param end gives it as it is written: here, as the library reads back at once what it writes
   *     itself
   */
  public static void leave(Supplier<Payload> end) {
    SideEffectOptions options = SideEffectOptions.newBuilder().setSummary(SUMMARY).build();
    Workflow.sideEffect(RawValue.class, () -> new RawValue(end.get()), options);
  }

  public static Payload of(ThreadView end, DataConverter converter) {
    return converter.toPayload(end).orElseThrow();
  }

  /** Returns whether an event ends a workflow that tells before how its thread has ended. */
  public static boolean isBefore(HistoryEvent last) {
    return last.hasWorkflowExecutionFailedEventAttributes()
        || last.hasWorkflowExecutionCompletedEventAttributes();
  }

  /** Returns the number of the workflow task that has ended a workflow; 0 where none has. */
  private static long taskOf(HistoryEvent last) {
    return last.hasWorkflowExecutionFailedEventAttributes()
        ? last.getWorkflowExecutionFailedEventAttributes().getWorkflowTaskCompletedEventId()
        : last.getWorkflowExecutionCompletedEventAttributes().getWorkflowTaskCompletedEventId();
  }

  /**
   * Returns how a thread has ended.
   *
   * @param latest the last events of its history, the latest first
   * @param converter what they are written with
   * @return empty where its workflow was ended by somebody else
   */
  public static Optional<ThreadView> read(List<HistoryEvent> latest, DataConverter converter) {
    return latest.stream()
        .limit(PLACE)
        .filter(HistoryEvent::hasMarkerRecordedEventAttributes)
        .map(HistoryEvent::getMarkerRecordedEventAttributes)
        .filter(marker -> marker.getWorkflowTaskCompletedEventId() == taskOf(latest.get(0)))
        .flatMap(marker -> payloads(marker.getDetailsMap().values()))
        .map(end -> converter.fromPayload(end, ThreadView.class, ThreadView.class))
        .findFirst();
  }

  private static Stream<Payload> payloads(Collection<Payloads> all) {
    return all.stream().flatMap(some -> some.getPayloadsList().stream());
  }
}
