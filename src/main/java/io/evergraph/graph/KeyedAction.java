package io.evergraph.graph;

import io.evergraph.state.State;
import java.util.function.Function;

/** An action that says what its cached results depend on. */
record KeyedAction(Function<State, Object> key, NodeAction action) implements NodeAction {

  @Override
  public Command run(NodeContext context) throws Exception {
    return action.run(context);
  }

  @Override
  public Object cacheKey(State read) {
    return key.apply(read);
  }
}
