package io.evergraph.agent.team;

import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.llm.tool.Toolset;

/** Ends the model's part of a supervisor's turn when it passes the chat on to workers. */
record Delegation(Transfers transfers) implements AgentHook {
  @Override
  public Toolset tools() {
    return transfers.tools(
        (call, context) -> Transfers.done(transfers.target(call.name()).orElseThrow()));
  }

  @Override
  public HookResult beforeModel(HookContext context) {
    return transfers.made(context.messages()).isEmpty()
        ? HookResult.goOn()
        : HookResult.goOn().jumpTo(HookResult.Jump.END);
  }
}
