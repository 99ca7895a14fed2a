package io.evergraph.agent.hook;

import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateSchema;
import java.util.Optional;

/** Runs one part of a hook in a node of its own. */
record HookNode(
    AgentHook hook,
    HookPart part,
    ListChannel<Message> chat,
    HookRoutes routes,
    SideCalls sideCalls,
    StateSchema schema)
    implements NodeAction {
  @Override
  public Command run(NodeContext context) {
    HookTask task = new HookTask(context, chat, sideCalls, schema);
    Optional<Jump> jump = part.run(hook, task);
    return jump.map(it -> task.command().thenGoTo(routes.to(it))).orElseGet(task::command);
  }

  @Override
  public Optional<Command> reused(Command kept, NodeContext context) {
    return Optional.of(TotalUsage.unused(kept));
  }
}
