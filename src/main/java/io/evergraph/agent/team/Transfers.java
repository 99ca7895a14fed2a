package io.evergraph.agent.team;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.Toolset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools by which a model passes a chat on, one for each agent: {@code transfer_to_<agent>}.
 *
 * @param agents what the model is told of each agent, by its name
 */
record Transfers(Map<String, String> agents) {
  private static final String PREFIX = "transfer_to_";
  private static final String UNUSABLE = "[^a-zA-Z0-9_-]";

  Transfers {
    agents = Collections.unmodifiableMap(new LinkedHashMap<>(agents));
  }

  static String described(String agent) {
    return "Ask agent '" + agent + "' for help";
  }

  /** Returns what the model is told when it has passed the chat on. */
  static String done(String agent) {
    return "Successfully transferred to " + agent;
  }

  static String tool(String agent) {
    return PREFIX + agent.replaceAll(UNUSABLE, "_");
  }

  Transfers and(String agent, String description) {
    Map<String, String> more = new LinkedHashMap<>(agents);
    more.put(agent, description);
    return new Transfers(more);
  }

  Toolset tools(ToolExecutor transfer) {
    return agents.entrySet().stream()
        .map(it -> Toolset.of(specification(it.getKey(), it.getValue()), transfer))
        .reduce(Toolset.empty(), Toolset::and);
  }

  private static ToolSpecification specification(String agent, String description) {
    return ToolSpecification.builder().name(tool(agent)).description(description).build();
  }

  /** Returns the agent that a tool passes a chat on to; empty where it is another tool. */
  Optional<String> target(String tool) {
    return agents.keySet().stream().filter(agent -> tool(agent).equals(tool)).findFirst();
  }

  /** Returns a chat without what hooks have told since the last message of others. */
  List<Message> withoutRemarks(List<Message> chat) {
    int end = chat.size();
    while (end > 0 && isRemark(chat.get(end - 1))) {
      end--;
    }
    return chat.subList(0, end);
  }

  /** What the agents of a team report has their name, and is no remark. */
  private boolean isRemark(Message message) {
    Object source = message.metadata().get(Message.SOURCE);
    return source instanceof String hook
        && !agents.containsKey(hook)
        && !(message instanceof Message.Tool)
        && !(message instanceof Message.Assistant);
  }

  /** Returns the results of the transfers at the end of a chat, in their order. */
  List<Message.Tool> made(List<Message> whole) {
    List<Message> chat = withoutRemarks(whole);
    List<Message.Tool> made = new ArrayList<>();
    for (int i = chat.size() - 1; i >= 0 && chat.get(i) instanceof Message.Tool result; i--) {
      if (result.outcome() == Message.Outcome.SUCCESS && target(result.name()).isPresent()) {
        made.add(0, result);
      }
    }
    return made;
  }
}
