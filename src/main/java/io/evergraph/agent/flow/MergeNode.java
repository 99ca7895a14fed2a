package io.evergraph.agent.flow;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.SideCalls;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    implements SideCalls.Work {
  @Override
  public Command done(NodeContext context, SideCalls.Model asking) {
    Collection<Member> ran = members.apply(context.state());
    Map<String, Object> results = results(ran, context.state());
    if (ran.size() == 1 && results.size() == 1 && merge.type().equals(String.class)) {
      return written(Messages.words(results.values().iterator().next()));
    }
    @Nullable Object merged = merge.merged(results, context, asking);
    return merge.isSaid()
        ? Command.update(ReactAgent.MESSAGES, said(merged)).and(update(merged))
        : written(merged);
  }

  /** Who was skipped, or had no result, may still have that of an earlier turn in its channel. */
  private static Map<String, Object> results(Collection<Member> ran, State state) {
    boolean isUnknown = !Member.isNoted(state); // a run of an earlier version
    Map<String, Object> results = new LinkedHashMap<>();
    for (Member member : ran) {
      boolean gave = isUnknown || state.getOrElse(Member.GAVE, List.of()).contains(member.name());
      Object result = state.value(member.output().name());
      if (gave && result != null) {
        results.put(member.name(), result);
      }
    }
    return results;
  }

  private Message said(@Nullable Object merged) {
    return Message.assistant(String.valueOf(merged)).withMetadata(Message.SOURCE, flow);
  }

  private Command written(@Nullable Object value) {
    return Command.update(update(value));
  }

  private StateUpdate update(@Nullable Object value) {
    return StateUpdate.of(Collections.singletonMap(output.name(), value));
  }
}
