package io.evergraph.llm.message;

import java.util.Set;

/**
 * Names as providers take them. One that a model has made up, or a client has sent, would otherwise
 * break every later request of its chat.
 *
 * @param tools the names that the request defines, which are sent as they are
 */
record SentNames(Set<String> tools) {
  private static final int LONGEST = 64;
  private static final String NO_NAME = "_";

  SentNames {
    tools = Set.copyOf(tools);
  }

  /** Returns the name of a tool that is called; letters, digits, underscores and hyphens. */
  String ofTool(String name) {
    return tools.contains(name) ? name : taken(name, "[^a-zA-Z0-9_-]");
  }

  /** Returns the name of a user; what OpenAI's interface takes. */
  String ofUser(String name) {
    return taken(name, "[\\s<|\\\\/>]");
  }

  private static String taken(String name, String others) {
    String taken = name.replaceAll(others, NO_NAME);
    return taken.isEmpty() ? NO_NAME : taken.substring(0, Math.min(LONGEST, taken.length()));
  }
}
