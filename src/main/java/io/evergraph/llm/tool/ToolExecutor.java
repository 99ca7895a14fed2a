package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;

/** The code behind a tool. */
@FunctionalInterface
public interface ToolExecutor {
  /**
   * Does what the model asks for.
   *
   * <p>May run again for the same call, after a failure or a crash: use {@link
   * ToolContext#idempotencyKey()} for side effects.
   *
   * @return what the model is told, may be empty
   * @throws ToolCallException when the model should be told why it did not work, to do better
   * @throws Exception on any other failure: the {@link ToolErrorPolicy} decides; unless it tells
   *     the model, the node has failed
   */
  String execute(ToolCall call, ToolContext context) throws Exception;
}
