package io.evergraph.temporal.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.ByteString;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.runtime.spi.BlobReference;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.common.converter.PayloadConverter;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Puts what is large and {@link Referable} into the store of large values, and sends its reference.
 * The encoding of the payload tells which it is, so that no value can be mistaken for a reference.
 *
 * <p>Workflows read such values in their own thread. That does not harm their determinism: a
 * content is found by its hash and never changes; a store that does not answer, or does not have
 * it, ends the workflow task, as {@link Outage} or {@link Loss}, and nothing else.
 */
public final class ReferringConverter implements PayloadConverter {
  public static final String ENCODING = "json/evergraph-reference";

  private static final String ANY_VALUE = "a value of the thread";

  private final JacksonJsonPayloadConverter json;
  private final Optional<CachedBlobStore> blobs;
  private final long inlineBytes;

  /**
   * Makes a converter.
   *
   * @param blobs the store; without one, nothing is sent by reference, and what others have sent so
   *     cannot be read
   * @param inlineBytes the most bytes that a message may have to travel as it is
   */
  public ReferringConverter(JsonMapper mapper, Optional<CachedBlobStore> blobs, long inlineBytes) {
    this.json = new JacksonJsonPayloadConverter(mapper);
    this.blobs = blobs;
    this.inlineBytes = inlineBytes;
  }

  @Override
  public String getEncodingType() {
    return ENCODING;
  }

  @Override
  public Optional<Payload> toData(Object value) {
    return blobs.flatMap(store -> mostInline(value).flatMap(most -> toData(value, most, store)));
  }

  private Optional<Payload> toData(Object value, long most, CachedBlobStore store) {
    return json.toData(value)
        .map(whole -> whole.getData().size() <= most ? whole : reference(whole, store));
  }

  /** Empty for what always travels as it is, which is left to the next converter. */
  private Optional<Long> mostInline(Object value) {
    if (value instanceof Referable referable) {
      return Optional.of(referable.inlineBytes(inlineBytes));
    }
    return value instanceof JsonNode ? Optional.of(inlineBytes) : Optional.empty();
  }

  private Payload reference(Payload whole, CachedBlobStore store) {
    BlobReference reference = keep(whole.getData().toByteArray(), store);
    return encoded(json.toData(reference).orElseThrow(), ENCODING);
  }

  private static Payload encoded(Payload content, String encoding) {
    return content.toBuilder()
        .putMetadata(EncodingKeys.METADATA_ENCODING_KEY, ByteString.copyFromUtf8(encoding))
        .build();
  }

  /** What a replay says again was put when it was said first. */
  private BlobReference keep(byte[] content, CachedBlobStore store) {
    if (!WorkflowUnsafe.isWorkflowThread()) {
      return store.put(content);
    }
    return WorkflowUnsafe.isReplaying()
        ? BlobReference.of(content)
        : inWorkflow(() -> store.put(content));
  }

  @Override
  public <T> T fromData(Payload content, Class<T> type, Type generic) {
    BlobReference reference = json.fromData(content, BlobReference.class, BlobReference.class);
    byte[] whole =
        WorkflowUnsafe.isWorkflowThread() ? inWorkflow(() -> get(reference)) : get(reference);
    Payload plain = content.toBuilder().setData(ByteString.copyFrom(whole)).build();
    return json.fromData(encoded(plain, json.getEncodingType()), type, generic);
  }

  private byte[] get(BlobReference reference) {
    return blobs
        .orElseThrow(
            () ->
                BlobUnavailableException.lost(
                    reference.hash(), "this process has no store of large values"))
        .get(reference);
  }

  /** The store may take longer than workflow code may compute. */
  private static <T> T inWorkflow(Supplier<T> access) {
    return WorkflowUnsafe.deadlockDetectorOff(
        () -> {
          try {
            return access.get();
          } catch (BlobUnavailableException outage) {
            throw outage.isLost() ? new Loss(outage) : new Outage(outage);
          }
        });
  }

  /** Returns the outage that a worker tells of in a line of text, where it does. */
  public static Optional<GraphException> outageIn(String line) {
    return reasonIn(line, Outage.class)
        .map(reason -> new BlobUnavailableException(ANY_VALUE, reason))
        .or(
            () ->
                reasonIn(line, Loss.class)
                    .map(reason -> BlobUnavailableException.lost(ANY_VALUE, reason)))
        .map(GraphException.class::cast);
  }

  private static Optional<String> reasonIn(String line, Class<? extends Error> type) {
    String sign = type.getName() + ": ";
    int at = line.indexOf(sign);
    return at < 0 ? Optional.empty() : Optional.of(line.substring(at + sign.length()));
  }

  /** No exception: it must not reach the interpreter as the failure of a task. */
  private static final class Outage extends Error {
    private static final long serialVersionUID = 1L;

    Outage(BlobUnavailableException cause) {
      super(String.valueOf(cause.details().get("reason")), cause);
    }
  }

  /** The same of a value that the store does not have. */
  private static final class Loss extends Error {
    private static final long serialVersionUID = 1L;

    Loss(BlobUnavailableException cause) {
      super(String.valueOf(cause.details().get("lost")), cause);
    }
  }
}
