package io.evergraph.temporal.connection;

import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.CachedBlobStore;
import io.evergraph.temporal.payload.ReferringConverter;
import io.temporal.common.converter.ByteArrayPayloadConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.common.converter.NullPayloadConverter;
import io.temporal.common.converter.PayloadConverter;
import io.temporal.common.converter.ProtobufJsonPayloadConverter;
import io.temporal.common.converter.ProtobufPayloadConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How values are written for the server. */
final class Conversion {
  private Conversion() {}

  /**
   * Returns the usual converters in their usual order; before that which takes everything, the one
   * that refers.
   */
  static DataConverter of(TemporalOptions options, StateCodec codec) {
    List<PayloadConverter> converters = new ArrayList<>();
    converters.add(new NullPayloadConverter());
    converters.add(new ByteArrayPayloadConverter());
    converters.add(new ProtobufJsonPayloadConverter());
    converters.add(new ProtobufPayloadConverter());
    Optional<CachedBlobStore> blobs =
        Optional.ofNullable(options.blobs()).map(CachedBlobStore::new);
    converters.add(new ReferringConverter(codec.mapper(), blobs, options.inlineBytes()));
    converters.add(new JacksonJsonPayloadConverter(codec.mapper()));
    return new DefaultDataConverter(converters.toArray(PayloadConverter[]::new));
  }
}
