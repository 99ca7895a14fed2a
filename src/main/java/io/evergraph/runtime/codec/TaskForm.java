package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ResolvableSerializer;
import io.evergraph.pregel.Task;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The JSON form of a task: its fields; among {@link SharedStates} once, then its number. */
final class TaskForm {
  private TaskForm() {}

  static final class Writing extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonSerializer<?> modifySerializer(
        SerializationConfig config, BeanDescription type, JsonSerializer<?> serializer) {
      return type.getBeanClass() == Task.class ? new Writer(fields(serializer)) : serializer;
    }

    @SuppressWarnings("unchecked")
    private static JsonSerializer<Object> fields(JsonSerializer<?> serializer) {
      return (JsonSerializer<Object>) serializer;
    }
  }

  static final class Reading extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription type, JsonDeserializer<?> deserializer) {
      return type.getBeanClass() == Task.class ? new Reader(deserializer) : deserializer;
    }
  }

  private static final class Writer extends JsonSerializer<Task> implements ResolvableSerializer {
    private final JsonSerializer<Object> fields;

    Writer(JsonSerializer<Object> fields) {
      this.fields = fields;
    }

    @Override
    public void resolve(SerializerProvider provider) throws JsonMappingException {
      if (fields instanceof ResolvableSerializer resolvable) {
        resolvable.resolve(provider);
      }
    }

    @Override
    public void serialize(Task task, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      int known =
          provider.getAttribute(SharedStates.class) instanceof SharedStates shared
              ? shared.tasks().add(task)
              : SharedTasks.NEW;
      if (known == SharedTasks.NEW) {
        fields.serialize(task, out, provider);
      } else {
        out.writeNumber(known);
      }
    }
  }

  private static final class Reader extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    Reader(JsonDeserializer<?> fields) {
      super(fields);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> fields) {
      return new Reader(fields);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      SharedTasks shared = shared(context);
      if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
        return shared.get(parser.getIntValue());
      }
      Task task = (Task) super.deserialize(parser, context);
      int unused = shared.add(task);
      return task;
    }

    private static SharedTasks shared(DeserializationContext context) {
      if (context.getAttribute(SharedTasks.class) instanceof SharedTasks shared) {
        return shared;
      }
      SharedTasks shared = new SharedTasks();
      context.setAttribute(SharedTasks.class, shared);
      return shared;
    }
  }

  /** The tasks that are written beside each other, each once; for one writer or reader. */
  static final class SharedTasks {
    static final int NEW = -1;

    private final List<Task> tasks = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    int add(Task task) {
      Integer known = numbers.get(task.id());
      if (known == null) {
        numbers.put(task.id(), tasks.size());
        tasks.add(task);
        return NEW;
      }
      return tasks.get(known).equals(task) ? known : NEW;
    }

    Task get(int number) {
      if (number < 0 || number >= tasks.size()) {
        throw new IllegalArgumentException(
            "Expected the number of one of " + tasks.size() + " tasks but found " + number + ".");
      }
      return tasks.get(number);
    }
  }
}
