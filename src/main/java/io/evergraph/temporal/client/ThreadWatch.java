package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.connection.ThreadNotifier.Interest;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.RunEndMarker;
import io.evergraph.temporal.protocol.ThreadView;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseRequest;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for what happens to threads, and reads how they ended. */
public record ThreadWatch(TemporalConnection connection) {
  /** What is known of a run when one begins to wait for it. */
  public enum Start {
    /** Its workflow was started just now: a worker of this process soon tells what happens. */
    NEW(Duration.ofMillis(20), Duration.ofSeconds(60)),
    /** Accepted just now. A message that was sent twice may have been accepted long before. */
    ACCEPTED(Duration.ofMillis(10), Duration.ofMillis(500)),
    /** It may have stopped already. */
    EARLIER(Duration.ZERO, Duration.ZERO);

    /** After what time the server is polled first. */
    final Duration firstPoll;

    /** After what time the thread is asked though nothing was heard of it. */
    final Duration firstCheck;

    Start(Duration firstPoll, Duration firstCheck) {
      this.firstPoll = firstPoll;
      this.firstCheck = firstCheck;
    }

    public static Start of(Acknowledgement ack) {
      return ack.outcome() == Acknowledgement.Outcome.ACCEPTED ? ACCEPTED : EARLIER;
    }
  }

  public ThreadNotifier open(String thread, Interest interest) {
    return open(thread, interest, position(thread), Start.EARLIER, null);
  }

  /** Returns a notifier of what tells how a run stops, after a position. */
  ThreadNotifier stops(String thread, String run, ByteString position, Start start) {
    return open(thread, Interest.STOPS, position, start, start == Start.ACCEPTED ? run : null);
  }

  /** Embedded histories cannot be polled. */
  private ThreadNotifier open(
      String thread,
      Interest interest,
      ByteString position,
      Start start,
      @Nullable String accepting) {
    return connection.durability() == Durability.DURABLE
        ? new HistoryLongPoll(connection, thread, interest, position, start, accepting)
        : connection.notifier().listen(thread, interest, () -> hasEnded(thread));
  }

  private boolean hasEnded(String thread) {
    try {
      WorkflowExecutionDescription latest =
          connection.client().newUntypedWorkflowStub(thread).describe();
      return connection.deleted().contains(latest.getExecution()) || isClosed(latest.getStatus());
    } catch (WorkflowNotFoundException deleted) {
      return true;
    }
  }

  /** Returns whether a workflow has ended; one that is being continued as new has not. */
  static boolean isClosed(WorkflowExecutionStatus status) {
    return status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
        && status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
  }

  /** Returns up to where this process has read a thread's history; empty for its beginning. */
  public ByteString position(String thread) {
    return Optional.ofNullable(connection.historyPositions().getIfPresent(thread))
        .orElse(ByteString.EMPTY);
  }

  Optional<ThreadView> ended(String thread) {
    return ended(latest(thread));
  }

  /**
   * Returns how a thread has ended.
   *
   * @param latest the last events of its history, the latest first
   */
  Optional<ThreadView> ended(List<HistoryEvent> latest) {
    return latest.isEmpty()
        ? Optional.empty()
        : RunEndMarker.end(latest, connection.client().getOptions().getDataConverter());
  }

  /** The embedded server tells histories from their beginning only. */
  private List<HistoryEvent> latest(String thread) {
    if (connection.durability() == Durability.DURABLE) {
      return connection
          .stub()
          .getWorkflowExecutionHistoryReverse(
              GetWorkflowExecutionHistoryReverseRequest.newBuilder()
                  .setNamespace(connection.options().namespace())
                  .setExecution(WorkflowExecution.newBuilder().setWorkflowId(thread))
                  .setMaximumPageSize(RunEndMarker.PLACE)
                  .build())
          .getHistory()
          .getEventsList();
    }
    List<HistoryEvent> events =
        new ArrayList<>(connection.client().fetchHistory(thread).getHistory().getEventsList());
    Collections.reverse(events);
    return events;
  }

  Optional<JsonNode> result(HistoryEvent last) {
    Payloads result = last.getWorkflowExecutionCompletedEventAttributes().getResult();
    return result.getPayloadsCount() == 0
        ? Optional.empty()
        : Optional.ofNullable(
            connection
                .client()
                .getOptions()
                .getDataConverter()
                .fromPayload(result.getPayloads(0), JsonNode.class, JsonNode.class));
  }
}
