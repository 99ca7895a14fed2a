package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.evergraph.state.State;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The JSON form of a state: its values by channel; among {@link SharedStates}, its number there.
 */
final class StateForm {
  private StateForm() {}

  static final class Writer extends StdSerializer<State> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(State.class);
    }

    @Override
    public void serialize(State state, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (provider.getAttribute(SharedStates.class) instanceof SharedStates shared) {
        out.writeNumber(shared.add(state));
      } else {
        new TypedForm().serialize(state.values(), out, provider);
      }
    }
  }

  static final class Reader extends StdDeserializer<State> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(State.class);
    }

    @Override
    public State deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      JsonNode tree = context.readTree(parser);
      if (tree.isInt()) {
        return SharedStates.standIn(tree.asInt());
      }
      Map<String, JsonNode> values = new LinkedHashMap<>();
      tree.fields().forEachRemaining(field -> values.put(field.getKey(), field.getValue()));
      return State.of(values);
    }
  }
}
