package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.temporal.connection.Since;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.protocol.EndMarker;
import io.evergraph.temporal.protocol.ThreadView;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Waits for what happens to threads, and reads how they ended. */
public record ThreadWatch(TemporalConnection connection) {

  /** Returns a bell for one who does not know what has happened so far. */
  public ThreadNotifier bell(String thread, ThreadNotifier.Ear ear) {
    Since now = since(thread);
    return bell(thread, ear, new Since(now.place(), !now.place().isEmpty()));
  }

  /** The history of the embedded server cannot be waited on. */
  public ThreadNotifier bell(String thread, ThreadNotifier.Ear ear, Since since) {
    return connection.durability() == Durability.DURABLE
        ? new HistoryLongPoll(
            connection.stubs(),
            requests(thread),
            ear,
            connection.places(),
            connection.bells(),
            since)
        : connection.bells().listen(thread, ear);
  }

  /** Returns where to begin to follow what comes from now on. */
  public Since since(String thread) {
    return new Since(connection.places().find(thread), false);
  }

  /** Returns how a thread has ended, where its workflow has told that. */
  Optional<ThreadView> ended(String thread) {
    return EndMarker.read(latest(thread), connection.client().getOptions().getDataConverter());
  }

  /** The embedded server tells histories from their beginning only. */
  private List<HistoryEvent> latest(String thread) {
    if (connection.durability() == Durability.DURABLE) {
      return connection
          .stubs()
          .blockingStub()
          .getWorkflowExecutionHistoryReverse(requests(thread).latest(EndMarker.PLACE))
          .getHistory()
          .getEventsList();
    }
    List<HistoryEvent> events =
        new ArrayList<>(connection.client().fetchHistory(thread).getHistory().getEventsList());
    Collections.reverse(events);
    return events;
  }

  /** Returns the result in the event that a workflow has completed with. */
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

  private HistoryRequests requests(String thread) {
    return new HistoryRequests(connection.options().namespace(), thread);
  }
}
