package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ByteString;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.UpdateInfo;
import io.temporal.workflow.Workflow;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes updates and signals into a thread's inbox. */
record MessageIntake(InterpreterServices shared, GraphThread thread) {

  Acknowledgement take(ThreadMessage message) {
    String updateId =
        Workflow.getCurrentUpdateInfo()
            .map(UpdateInfo::getUpdateId)
            .orElseGet(() -> Workflow.randomUUID().toString());
    return thread.offer(message.completed(updateId));
  }

  /** A signal that cannot be read becomes an event. */
  void signal(Supplier<? extends ThreadMessage> message) {
    signalIf(() -> Optional.of(message.get()));
  }

  /** A signal that cannot be read becomes an event; one that says nothing new is passed over. */
  void signalIf(Supplier<Optional<? extends ThreadMessage>> message) {
    try {
      message.get().ifPresent(this::offer);
    } catch (RuntimeException | StackOverflowError failure) {
      GraphException misfit = RecordedOutcome.explained("read a signal", failure);
      thread.binding().ifPresent(bound -> thread.driver().ignore("-", misfit));
    }
  }

  private void offer(ThreadMessage message) {
    Acknowledgement unused = thread.offer(message.completed(Workflow.randomUUID().toString()));
  }

  /** Returns what a signal brings as JSON; null where it brings nothing. */
  @Nullable JsonNode tree(@Nullable RawValue sent) {
    if (sent == null) {
      return null;
    }
    Payload payload = sent.getPayload();
    try {
      return shared.converter().fromPayload(payload, JsonNode.class, JsonNode.class);
    } catch (DataConverterException unreadable) {
      ByteString encoding =
          payload.getMetadataOrDefault(EncodingKeys.METADATA_ENCODING_KEY, ByteString.EMPTY);
      throw new InvalidInputException(
          "a signal", "JSON", payload.getData().size() + " bytes of " + encoding.toStringUtf8());
    }
  }

  /** Reads a signal of one kind; one that brings nothing has no members. */
  <T extends ThreadMessage> T read(@Nullable RawValue sent, Class<T> kind) {
    JsonNode tree = Optional.ofNullable(tree(sent)).orElseGet(JsonNodeFactory.instance::objectNode);
    T message = shared.codec().fromJson(tree, kind, "a signal");
    return Optional.ofNullable(message)
        .orElseThrow(
            () -> new InvalidInputException("a signal", "an object", String.valueOf(tree)));
  }

  /** Reads what a signal brings. */
  ResumeMessage signalledAnswers(@Nullable JsonNode message) {
    shared.sizes().require(guard -> guard.requireAnswer(message));
    return ResumeMessage.read(message, ResumeMessage.Endpoint.SIGNAL, shared.codec());
  }

  ResumeMessage proceeding(@Nullable JsonNode message, ResumeMessage.Endpoint endpoint) {
    return ResumeMessage.proceeding(message, endpoint, shared.codec());
  }
}
