package io.evergraph.agent.flow;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Merges the results of agents.
 *
 * @param flow the name of the flow, which says the value where a model has made it
 * @param merge makes the value
 * @param output gets it
 * @param members finds the agents that ran, in the order of their declaration
 */
record MergeNode(
    String flow, Merge<?> merge, Channel<?> output, Function<State, Collection<Member>> members)
    implements NodeAction {
  @Override
  public boolean waitsForService() {
    return true;
  }

  @Override
  public Command run(NodeContext context) {
    Map<String, Object> results = new LinkedHashMap<>();
    Collection<Member> ran = members.apply(context.state());
    for (Member member : ran) {
      Object result = context.state().value(member.output().name());
      if (result != null) {
        results.put(member.name(), result);
      }
    }
    if (ran.size() == 1 && results.size() == 1 && merge.type().equals(String.class)) {
      return written(Messages.words(results.values().iterator().next()));
    }
    Object merged = merge.merged(results, context);
    return merge.isSaid()
        ? Command.update(ReactAgent.MESSAGES, said(merged)).and(update(merged))
        : written(merged);
  }

  private Message said(Object merged) {
    return Message.assistant(String.valueOf(merged)).withMetadata(Message.SOURCE, flow);
  }

  private Command written(Object value) {
    return Command.update(update(value));
  }

  private StateUpdate update(Object value) {
    return StateUpdate.of(Map.of(output.name(), value));
  }
}
