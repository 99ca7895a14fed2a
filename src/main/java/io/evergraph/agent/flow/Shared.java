package io.evergraph.agent.flow;

import io.evergraph.agent.ReactAgent;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What passes between a flow and its agents by name, beside the task and the results.
 *
 * @param named what the flow declares: agents that declare it, too, read and write it
 * @param results what the agents of the flow have found so far: others read it
 * @param isMerged whether the flow merges the results of a turn, so that agents note who gave one
 */
record Shared(List<Channel<?>> named, List<Channel<?>> results, boolean isMerged) {
  /** Returns all channels, each once. */
  Collection<Channel<?>> all() {
    Map<String, Channel<?>> all = new LinkedHashMap<>();
    Stream.concat(named.stream(), results.stream()).forEach(it -> all.putIfAbsent(it.name(), it));
    return all.values();
  }

  /** Returns what an agent reads. */
  List<Channel<?>> readBy(Member member) {
    return all().stream()
        .filter(it -> passes(it, member) && member.agent().spec().shape().accepts(it.name()))
        .toList();
  }

  /** Returns what an agent writes beside its result. */
  List<Channel<?>> writtenBy(Member member) {
    return named.stream()
        .filter(it -> passes(it, member) && member.agent().spec().shape().returns(it.name()))
        .filter(it -> !it.name().equals(member.output().name()))
        .toList();
  }

  private static boolean passes(Channel<?> channel, Member member) {
    return member.declares(channel)
        && !channel.equals(Member.TASK)
        && !channel.equals(ReactAgent.MESSAGES);
  }

  /** Returns what of a state an agent reads. */
  Map<String, Object> readBy(Member member, State state) {
    Map<String, Object> read = new LinkedHashMap<>();
    for (Channel<?> channel : readBy(member)) {
      Object value = state.value(channel.name());
      if (value != null) {
        read.put(channel.name(), value);
      }
    }
    return read;
  }
}
