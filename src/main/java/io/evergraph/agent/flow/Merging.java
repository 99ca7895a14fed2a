package io.evergraph.agent.flow;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.SideCalls;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the results of the agents of a flow become one value, and where it goes.
 *
 * @param merge makes the value
 * @param named gets it; the channel of the flow's name where it is empty
 */
record Merging(Merge<?> merge, Optional<Channel<?>> named) {
  static Merging by(Merge<?> merge) {
    return new Merging(merge, Optional.empty());
  }

  Merging with(Merge<?> other) {
    return new Merging(other, named);
  }

  Merging into(Channel<?> channel) {
    return new Merging(merge, Optional.of(channel));
  }

  Channel<?> output(String flow) {
    return named.orElseGet(
        () ->
            merge.type().equals(String.class)
                ? Channel.of(flow, String.class)
                : Channel.ofType(flow, merge.type()));
  }

  void check(List<String> problems) {
    named
        .filter(it -> !it.type().equals(merge.type()))
        .ifPresent(
            it ->
                problems.add(
                    "the merge makes %s and channel '%s' holds %s; name one of its type"
                        .formatted(
                            merge.type().getTypeName(), it.name(), it.type().getTypeName())));
  }

  /**
   * Adds the node that merges to a flow.
   *
   * @param calls how calls of models are counted
   * @param ran finds the agents that ran, in the order of their declaration
   */
  void addTo(
      GraphBuilder graph,
      String flow,
      String node,
      SideCalls calls,
      Function<State, Collection<Member>> ran) {
    Channel<?> output = output(flow);
    calls.addTo(
        graph.hidden(Member.GAVE),
        node,
        ReactAgent.MESSAGES,
        merge.policy(),
        new MergeNode(flow, merge, output, ran));
  }
}
