package io.evergraph.temporal.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.payload.ReferringConverter;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Finds the large values that histories and schedules name. */
record BlobReferences(TemporalConnection connection, KeptHistories histories) {
  private static final ByteString ENCODING = ByteString.copyFromUtf8(ReferringConverter.ENCODING);

  Set<BlobReference> in(Collection<WorkflowExecution> executions) {
    Set<BlobReference> found = new LinkedHashSet<>();
    executions.forEach(it -> histories.events(it, event -> collect(event, found)));
    return found;
  }

  Set<BlobReference> inSchedules() {
    Set<BlobReference> found = new LinkedHashSet<>();
    histories.schedules(schedule -> collect(schedule, found));
    return found;
  }

  private void collect(Object part, Set<BlobReference> found) {
    if (part instanceof Payload payload) {
      if (ENCODING.equals(payload.getMetadataMap().get(EncodingKeys.METADATA_ENCODING_KEY))) {
        found.add(reference(payload));
      }
    } else if (part instanceof Message message) {
      message.getAllFields().values().forEach(field -> collect(field, found));
    } else if (part instanceof Collection<?> several) {
      several.forEach(each -> collect(each, found));
    } else if (part instanceof Map<?, ?> named) {
      named.values().forEach(each -> collect(each, found));
    }
  }

  private BlobReference reference(Payload payload) {
    return new JacksonJsonPayloadConverter(connection.codec().mapper())
        .fromData(payload, BlobReference.class, BlobReference.class);
  }
}
