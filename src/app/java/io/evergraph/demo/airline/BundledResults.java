package io.evergraph.demo.airline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class BundledResults {
  static final String RESOURCE = "airline/demo.jsonl";

  private static final String THINK = "think";
  private static final int EXAMPLES = 5;

  private final Map<String, Map<JsonNode, String>> byTool = new LinkedHashMap<>();

  private BundledResults(List<Conversation> conversations) {
    conversations.forEach(this::add);
  }

  private static final class Lazy {
    static final BundledResults INSTANCE = read();

    private static BundledResults read() {
      try {
        return new BundledResults(ConversationFile.resource(RESOURCE));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  static BundledResults instance() {
    return Lazy.INSTANCE;
  }

  private void add(Conversation conversation) {
    List<RecordedMessage> messages = conversation.messages();
    for (int position = 0; position < messages.size(); position++) {
      if (messages.get(position) instanceof Assistant caller) {
        add(caller, messages.subList(position + 1, messages.size()));
      }
    }
  }

  private void add(Assistant caller, List<RecordedMessage> after) {
    int results = Math.min(caller.calls().size(), after.size());
    for (int index = 0; index < results; index++) {
      RecordedCall call = caller.calls().get(index);
      byTool
          .computeIfAbsent(call.tool(), tool -> new LinkedHashMap<>())
          .putIfAbsent(tree(call.arguments()), after.get(index).content());
    }
  }

  /** Arguments are the same when they mean the same, however they are written. */
  private static JsonNode tree(String arguments) {
    try {
      return JsonFields.MAPPER.readTree(arguments);
    } catch (JsonProcessingException notJson) {
      return TextNode.valueOf(arguments);
    }
  }

  String of(ToolCall call) {
    if (call.name().equals(THINK)) {
      return "";
    }
    Map<JsonNode, String> known = byTool.getOrDefault(call.name(), Map.of());
    String result = known.get(tree(call.arguments()));
    if (result == null) {
      throw new ToolCallException(notAvailable(known));
    }
    return result;
  }

  private static String notAvailable(Map<JsonNode, String> known) {
    String examples =
        known.keySet().stream()
            .limit(EXAMPLES)
            .map(JsonNode::toString)
            .collect(Collectors.joining(", "));
    return "Not available in the demo data, which holds no airline but the results of a few"
        + " recorded calls. Arguments that were recorded for this tool: "
        + (examples.isEmpty() ? "none" : examples)
        + ".";
  }
}
