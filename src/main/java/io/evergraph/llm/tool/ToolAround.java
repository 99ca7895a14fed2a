package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;

/**
 * Code around the calls of tools. A tool that is code has all of it in its task; a graph runs as
 * tasks of its own, which have what comes before and after.
 */
@FunctionalInterface
public interface ToolAround {
  /**
   * Returns the result of a call of code: that of the tool, another, or one without running it.
   * What is to happen before and after is part of it.
   *
   * @param tool runs the tool, or what is around it further in
   * @throws ToolCallException when the model should be told why it did not work
   * @throws Exception on any other failure, as {@link ToolExecutor#execute}
   */
  String around(ToolCall call, ToolContext context, ToolExecutor tool) throws Exception;

  /**
   * Returns the call of a graph that is to be made: of the same tool, with other arguments where
   * that is wanted.
   *
   * @throws ToolCallException when the call is not to be made: the model is told why
   * @throws Exception on any other failure, as {@link ToolExecutor#execute}
   */
  default ToolCall before(ToolCall call, ToolContext context) throws Exception {
    return call;
  }

  /**
   * Returns what the model is told of a call of a graph: its result, or why it did not work.
   *
   * @throws Exception on any other failure, as {@link ToolExecutor#execute}
   */
  default String after(ToolCall call, String told, ToolContext context) throws Exception {
    return told;
  }
}
