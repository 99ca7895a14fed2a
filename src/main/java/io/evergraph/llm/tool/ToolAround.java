package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;

/** Code around the calls of tools, in their tasks. */
@FunctionalInterface
public interface ToolAround {
  /**
   * Returns the result of a call: that of the tool, another, or one without running it.
   *
   * @param tool runs the tool, or what is around it further in
   * @throws ToolCallException when the model should be told why it did not work
   * @throws Exception on any other failure, as {@link ToolExecutor#execute}
   */
  String around(ToolCall call, ToolContext context, ToolExecutor tool) throws Exception;
}
