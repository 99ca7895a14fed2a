package io.evergraph.pregel;

import io.evergraph.graph.Embedding;
import io.evergraph.graph.StateShape;
import io.evergraph.state.Identified;
import io.evergraph.state.PersistentList;
import io.evergraph.state.Reducer;
import io.evergraph.state.Removed;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What passes between a graph and one that stands in it as a node. */
record SubgraphMapping(
    StateSchema outer, StateSchema inner, StateShape shape, Embedding embedding) {

  State begun(State held, State around) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(held.values());
    if (embedding.sharesByName()) {
      around
          .values()
          .forEach(
              (name, value) -> {
                if (inner.knows(name) && shape.accepts(name)) {
                  values.put(name, value);
                }
              });
    } else {
      embedding
          .inputs()
          .forEach(
              (to, from) -> {
                if (around.has(from)) {
                  values.put(to, around.value(from));
                }
              });
    }
    return State.of(values);
  }

  /** A channel that only the inner graph declares is its own, also where the outer one is open. */
  boolean isHeard(String channel) {
    return embedding.sharesByName()
        ? outer.shares(channel, inner) && shape.returns(channel)
        : embedding.outputs().containsValue(channel);
  }

  /** Returns whether the value that writes led to is received, and not the writes alone. */
  boolean isHeardWhole(String channel) {
    return receivers(channel).stream().anyMatch(to -> !reducesAlike(channel, to));
  }

  /**
   * Returns what goes out of writes of the inner graph. Others may add to a list that came in while
   * the inner graph works on it: an overwrite of elements with ids goes out as what it changes.
   *
   * @param before what the channels held before the writes
   */
  List<Write> sent(State before, List<Write> heard) {
    if (heard.stream().noneMatch(Write::overwrite)) {
      return heard;
    }
    List<Write> sent = new ArrayList<>();
    Map<String, @Nullable Object> held = new HashMap<>();
    for (Write write : heard) {
      String channel = write.channel();
      if (isSharedList(channel)) {
        @Nullable Object now = held.getOrDefault(channel, before.value(channel));
        sent.add(write.overwrite() ? changes(now, write) : write);
        held.put(channel, write.overwrite() ? write.value() : reduced(now, write));
      } else {
        sent.add(write);
      }
    }
    return sent;
  }

  /** Returns whether elements with ids come in by a channel and go out to where they came from. */
  private boolean isSharedList(String channel) {
    return inner.channel(channel, "a subgraph").reducer().knowsIds()
        && receivers(channel).stream()
            .allMatch(to -> reducesAlike(channel, to) && isGiven(channel, to));
  }

  private boolean isGiven(String channel, String from) {
    return embedding.sharesByName()
        ? shape.accepts(channel)
        : from.equals(embedding.inputs().get(channel));
  }

  private @Nullable Object reduced(@Nullable Object now, Write write) {
    return inner.channel(write.channel(), "a subgraph").reducer().reduce(now, write.value());
  }

  /** From the first element on that is another, all go and come again, in their order. */
  private static Write changes(@Nullable Object now, Write write) {
    List<?> before = elements(now);
    List<?> after = elements(write.value());
    int same = 0;
    while (same < Math.min(before.size(), after.size())
        && before.get(same).equals(after.get(same))) {
      same++;
    }
    List<Object> changes = new ArrayList<>();
    for (int last = before.size() - 1; last >= same; last--) { // found at once from the end
      changes.add(new Removed(((Identified) before.get(last)).id()));
    }
    changes.addAll(after.subList(same, after.size()));
    return new Write(write.channel(), PersistentList.copyOf(changes));
  }

  private static List<?> elements(@Nullable Object list) {
    return list instanceof List<?> elements ? elements : List.of();
  }

  /**
   * Returns what the outer graph receives in the end. Where both channels reduce alike, it gets the
   * writes, so that nothing is added twice; else the value that they led to.
   */
  List<Write> received(List<Write> heard, State end) {
    List<Write> writes = new ArrayList<>();
    Map<String, Write> values = new LinkedHashMap<>();
    for (Write write : heard) {
      for (String to : receivers(write.channel())) {
        if (reducesAlike(write.channel(), to)) {
          writes.add(new Write(to, write.value(), write.overwrite()));
        } else {
          values.put(to, new Write(to, end.value(write.channel())));
        }
      }
    }
    writes.addAll(values.values());
    return writes;
  }

  private List<String> receivers(String channel) {
    return embedding.sharesByName()
        ? List.of(channel)
        : embedding.outputs().entrySet().stream()
            .filter(output -> output.getValue().equals(channel))
            .map(Map.Entry::getKey)
            .toList();
  }

  private boolean reducesAlike(String within, String around) {
    Reducer one = inner.channel(within, "a subgraph").reducer();
    Reducer other = outer.channel(around, "a subgraph").reducer();
    return one.name().equals(other.name()) && one.version().equals(other.version());
  }
}
