package io.evergraph.llm.tool;

import io.evergraph.graph.Command;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the calls of one message in one task, one after the other. A call that asks a person when
 * others were made before it waits in a task of its own, with those after it: an answer runs no
 * call again.
 *
 * @param call makes one call
 * @param self the node that this is the action of
 */
record SerialCalls(ToolCallNode call, String self) implements NodeAction {
  @Override
  public Command run(NodeContext context) throws Exception {
    List<PlannedCall> calls = context.state().get(ReviewNode.CALLS);
    Command made = call.run(view(calls.get(0), context));
    for (int next = 1; next < calls.size(); next++) {
      context.heartbeat();
      Optional<Command> more = made(view(calls.get(next), context).begun());
      if (more.isEmpty()) {
        List<PlannedCall> rest = calls.subList(next, calls.size());
        return made.then(List.of(Route.send(self, StateUpdate.of(ReviewNode.CALLS, rest))));
      }
      made = new Command(made.update().and(more.get().update()), more.get().routes());
    }
    return made;
  }

  private static ScopedContext view(PlannedCall call, NodeContext context) {
    return ScopedContext.of(context, State.of(Map.of(ToolCallNode.CALL.name(), call)));
  }

  /** Returns nothing where the call asks. */
  private Optional<Command> made(ScopedContext view) throws Exception {
    try {
      Command made = call.run(view);
      return view.isLate() ? Optional.empty() : Optional.of(made);
    } catch (InterruptSignal asked) {
      return Optional.empty();
    }
  }
}
