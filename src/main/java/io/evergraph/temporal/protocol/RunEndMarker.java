package io.evergraph.temporal.protocol;

import com.google.protobuf.ByteString;
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
 * Tells how a run has stopped, in the history of its thread's workflow: for readers who follow the
 * history and need not ask the thread then, nor replay it after its end. At the end it is the event
 * before the last one. A memo would have the server write its list of workflows once more; a result
 * that carries more than itself is printed by Temporal's own programs as raw data.
 */
public final class RunEndMarker {
  /** How many events have to be read, from the end, to find how a thread ended. */
  public static final int PLACE = 2;

  private static final String KIND = "evergraph";
  private static final ByteString STOP = ByteString.copyFromUtf8("stop");
  private static final String SIDE_EFFECT = "SideEffect";

  private RunEndMarker() {}

  /**
   * Leaves it in the history.
   *
   * @param summary what Temporal's page shows of it
   * @param stop gives it as it is written: here, as the library reads back at once what it writes
   *     itself
   */
  public static void leave(String summary, Supplier<Payload> stop) {
    SideEffectOptions options = SideEffectOptions.newBuilder().setSummary(summary).build();
    Workflow.sideEffect(RawValue.class, () -> new RawValue(stop.get()), options);
  }

  public static Payload of(RunView stop, DataConverter converter) {
    return converter.toPayload(stop).orElseThrow().toBuilder().putMetadata(KIND, STOP).build();
  }

  /**
   * Returns how a run has stopped.
   *
   * @param converter what it is written with
   * @return empty where the event tells nothing of it
   */
  public static Optional<RunView> read(HistoryEvent event, DataConverter converter) {
    return event.getMarkerRecordedEventAttributes().getMarkerName().equals(SIDE_EFFECT)
        ? payloads(event.getMarkerRecordedEventAttributes().getDetailsMap().values())
            .filter(
                payload -> isStop(converter.fromPayload(payload, RawValue.class, RawValue.class)))
            .map(stop -> converter.fromPayload(stop, RunView.class, RunView.class))
            .findFirst()
        : Optional.empty();
  }

  private static boolean isStop(RawValue value) {
    return value.getPayload().getMetadataOrDefault(KIND, ByteString.EMPTY).equals(STOP);
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
  public static Optional<ThreadView> end(List<HistoryEvent> latest, DataConverter converter) {
    return latest.stream()
        .limit(PLACE)
        .filter(
            event ->
                event.getMarkerRecordedEventAttributes().getWorkflowTaskCompletedEventId()
                    == taskOf(latest.get(0)))
        .flatMap(event -> read(event, converter).stream())
        .flatMap(stop -> Stream.ofNullable(stop.thread()))
        .findFirst();
  }

  private static Stream<Payload> payloads(Collection<Payloads> all) {
    return all.stream().flatMap(some -> some.getPayloadsList().stream());
  }
}
