package io.evergraph.demo.airline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One message of a conversation, without system messages. */
sealed interface RecordedMessage {

  String role();

  String content();

  /**
   * Lists what two messages must agree on to be the same message, by the field names of the OpenAI
   * format.
   *
   * <p>No content, null content and empty content are the same, and so are empty arguments and
   * <code>{}</code>, because clients send one for the other. The name of a tool result is left out:
   * the call it answers names the tool, and the format has no such field.
   */
  Map<String, String> fields();

  record User(String content) implements RecordedMessage {

    @Override
    public String role() {
      return "user";
    }

    @Override
    public Map<String, String> fields() {
      return fieldsOf(this);
    }
  }

  record Assistant(String content, List<RecordedCall> calls) implements RecordedMessage {

    public Assistant {
      calls = List.copyOf(calls);
    }

    @Override
    public String role() {
      return "assistant";
    }

    @Override
    public Map<String, String> fields() {
      Map<String, String> fields = fieldsOf(this);
      for (int i = 0; i < calls.size(); i++) {
        RecordedCall call = calls.get(i);
        fields.put("tool_calls[" + i + "].id", call.id());
        fields.put("tool_calls[" + i + "].function.name", call.tool());
        fields.put(
            "tool_calls[" + i + "].function.arguments",
            call.arguments().isBlank() ? "{}" : call.arguments());
      }
      return fields;
    }
  }

  /**
   * A tool call as the recorded model made it.
   *
   * @param id the id the model gave the call; not unique, some conversations use one id for several
   *     calls
   * @param arguments the arguments as the model wrote them: JSON text, compared byte by byte and
   *     never re-formatted
   */
  record RecordedCall(String id, String tool, String arguments) {}

  /**
   * What a tool returned.
   *
   * @param callId the id of the call it answers; not unique within a conversation, so results are
   *     found by position
   * @param tool the name of the tool, or null where the message does not say
   * @param content the result, often empty
   */
  record Tool(String callId, @Nullable String tool, String content) implements RecordedMessage {

    @Override
    public String role() {
      return "tool";
    }

    @Override
    public Map<String, String> fields() {
      Map<String, String> fields = fieldsOf(this);
      fields.put("tool_call_id", callId);
      return fields;
    }
  }

  private static Map<String, String> fieldsOf(RecordedMessage message) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("role", message.role());
    fields.put("content", message.content());
    return fields;
  }
}
