package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.llm.message.ToolCall;
import java.util.List;

/**
 * Tools that may change while agents run, such as those of a server. The model is offered them as
 * {@code name_tool}; what there is, is asked before each call of the model and of a tool.
 */
public interface ToolSource {
  /**
   * Returns the name that the names of its tools begin with: letters, digits, {@code _} and {@code
   * -}.
   */
  String name();

  /**
   * Returns the tools that there are now, by the names that the source gives them.
   *
   * @throws ToolSourceLostException when the source cannot be reached
   */
  List<ToolSpecification> tools();

  /**
   * Makes a call, as {@link ToolExecutor#execute} does.
   *
   * @param call by the name that the source gives the tool
   * @throws ToolSourceLostException when the source cannot be reached; it is reached again, if it
   *     can be, by the next attempt
   * @throws Exception on any other failure
   */
  String execute(ToolCall call, ToolContext context) throws Exception;
}
