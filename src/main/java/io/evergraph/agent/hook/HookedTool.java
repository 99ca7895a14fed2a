package io.evergraph.agent.hook;

import io.evergraph.error.NotOfferedException;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.tool.ToolAround;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.state.StateSchema;

/** The parts of a hook around calls of tools. */
record HookedTool(AgentHook hook, StateSchema schema) implements ToolAround {
  @Override
  public String around(ToolCall call, ToolContext context, ToolExecutor tool) throws Exception {
    HookTask task = HookTask.ofTool(context, schema);
    HookContext seen = new HookContext(task, hook.name());
    ToolCall made = hook.beforeTool(call, seen);
    String result;
    try {
      result =
          hook.aroundTool(
              made,
              seen,
              again -> {
                task.call();
                return tool.execute(again, context);
              });
    } catch (ToolCallException told) {
      throw new ToolCallException(after(made, String.valueOf(told.getMessage()), task));
    }
    return after(made, result, task);
  }

  private String after(ToolCall call, String told, HookTask task) throws Exception {
    task.call();
    return hook.afterTool(call, told, new HookContext(task, hook.name()));
  }

  @Override
  public ToolCall before(ToolCall call, ToolContext context) throws Exception {
    HookTask task = HookTask.ofTool(context, schema);
    ToolCall made = hook.beforeTool(call, new HookContext(task, hook.name()));
    if (!task.command().update().writes().isEmpty()) {
      throw new NotOfferedException(
          "writing before a graph is called",
          "hook '" + hook.name() + "'",
          "Write in afterTool: the call is made in tasks of its own.");
    }
    return made;
  }

  @Override
  public String after(ToolCall call, String told, ToolContext context) throws Exception {
    return after(call, told, HookTask.ofTool(context, schema));
  }
}
