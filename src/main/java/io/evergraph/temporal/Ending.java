package io.evergraph.temporal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.evergraph.runtime.StateCodec;
import io.evergraph.state.State;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.common.converter.RawValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a thread leaves behind in the event that its workflow ends with: the final state or the
 * error, and how it was doing, so that whoever waits for the end need ask nobody.
 *
 * <p>How it was doing stands in the metadata of the result, and as a second detail of a failure:
 * programs that know nothing of it read the state and the error alone.
 *
 * @param codec the codec
 */
record Ending(StateCodec codec) {
  private static final String VIEW = "evergraph-thread";
  private static final ByteString JSON = ByteString.copyFrom("json/plain", StandardCharsets.UTF_8);

  /** Returns the result of a workflow whose run has finished. */
  RawValue finished(State state, ThreadView view) {
    return new RawValue(
        Payload.newBuilder()
            .putMetadata(EncodingKeys.METADATA_ENCODING_KEY, JSON)
            .putMetadata(VIEW, written(view))
            .setData(written(new FinalState(codec).write(state)))
            .build());
  }

  private ByteString written(Object value) {
    try {
      return ByteString.copyFrom(codec.mapper().writeValueAsBytes(value));
    } catch (JsonProcessingException misfit) {
      throw new UncheckedIOException(misfit);
    }
  }

  /** Returns how a thread was doing in the end; empty where somebody has ended it by force. */
  Optional<ThreadView> view(HistoryEvent last, DataConverter converter) {
    return last.hasWorkflowExecutionFailedEventAttributes()
        ? detail(last, converter)
        : result(last, converter)
            .map(result -> result.getMetadataOrDefault(VIEW, ByteString.EMPTY))
            .filter(written -> !written.isEmpty())
            .map(this::read);
  }

  private static Optional<ThreadView> detail(HistoryEvent last, DataConverter converter) {
    Payloads details =
        last.getWorkflowExecutionFailedEventAttributes()
            .getFailure()
            .getApplicationFailureInfo()
            .getDetails();
    return details.getPayloadsCount() < 2
        ? Optional.empty()
        : Optional.of(
            converter.fromPayload(details.getPayloads(1), ThreadView.class, ThreadView.class));
  }

  private ThreadView read(ByteString written) {
    try {
      return codec.mapper().readValue(written.toByteArray(), ThreadView.class);
    } catch (IOException misfit) {
      throw new UncheckedIOException(misfit);
    }
  }

  /** Returns the final state in the event that a workflow has completed with. */
  static Optional<JsonNode> state(HistoryEvent last, DataConverter converter) {
    return payload(last)
        .flatMap(
            result ->
                Optional.ofNullable(converter.fromPayload(result, JsonNode.class, JsonNode.class)));
  }

  private static Optional<Payload> result(HistoryEvent last, DataConverter converter) {
    return payload(last)
        .map(it -> converter.fromPayload(it, RawValue.class, RawValue.class).getPayload());
  }

  private static Optional<Payload> payload(HistoryEvent last) {
    Payloads result = last.getWorkflowExecutionCompletedEventAttributes().getResult();
    return result.getPayloadsCount() == 0 ? Optional.empty() : Optional.of(result.getPayloads(0));
  }
}
