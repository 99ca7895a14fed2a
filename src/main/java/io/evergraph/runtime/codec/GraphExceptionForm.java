package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.evergraph.error.GraphException;
import java.io.IOException;
import java.util.Map;

/** A failure as JSON: {@code {"type", "message", "details"}}. */
record GraphExceptionForm(String type, String message, Map<String, Object> details) {

  static GraphExceptionForm of(GraphException error) {
    return new GraphExceptionForm(
        error.type(), String.valueOf(error.getMessage()), error.details());
  }

  GraphException restored() {
    return GraphException.restore(type, message, details);
  }

  /** Writes any case. */
  static final class Writer extends StdSerializer<GraphException> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(GraphException.class);
    }

    @Override
    public void serialize(GraphException error, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      provider.defaultSerializeValue(of(error), out);
    }
  }

  /** Reads the case that was written. */
  static final class Reader extends StdDeserializer<GraphException> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(GraphException.class);
    }

    @Override
    public GraphException deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return context.readValue(in, GraphExceptionForm.class).restored();
    }
  }
}
