package io.evergraph.graph;

import io.evergraph.state.State;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who sees which channels: callers, nodes, and the graph around.
 *
 * @param inputs what a caller, or the graph around, may give; empty stands for all that is not
 *     hidden
 * @param outputs what they get in the end; empty stands for all that is not hidden
 * @param hidden what nobody outside sees; it stands in checkpoints
 * @param readOnly what is seen outside, and given by nobody there
 * @param reads what a node reads, by the name of the node; one that is not named reads all
 */
public record StateShape(
    SortedSet<String> inputs,
    SortedSet<String> outputs,
    SortedSet<String> hidden,
    SortedSet<String> readOnly,
    Map<String, SortedSet<String>> reads) {
  /** Everybody sees everything. */
  public static final StateShape OPEN = new StateShape(none(), none(), none(), none(), Map.of());

  public StateShape {
    inputs = copied(inputs);
    outputs = copied(outputs);
    hidden = copied(hidden);
    readOnly = copied(readOnly);
    Map<String, SortedSet<String>> byNode = new TreeMap<>();
    reads.forEach((node, channels) -> byNode.put(node, copied(channels)));
    reads = Collections.unmodifiableMap(byNode);
  }

  private static SortedSet<String> none() {
    return new TreeSet<>();
  }

  private static SortedSet<String> copied(Collection<String> names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  /** Returns whether a channel may be given from outside to begin with. */
  public boolean accepts(String channel) {
    return isWritable(channel) && (inputs.isEmpty() || inputs.contains(channel));
  }

  /** Returns whether a channel is given back in the end. */
  public boolean returns(String channel) {
    return isShown(channel) && (outputs.isEmpty() || outputs.contains(channel));
  }

  /** Returns whether a channel may be written from outside, be it by an edit. */
  public boolean isWritable(String channel) {
    return isShown(channel) && !readOnly.contains(channel);
  }

  /** Returns whether a channel is seen from outside while the graph runs. */
  public boolean isShown(String channel) {
    return !hidden.contains(channel);
  }

  /** Returns what is given back of a state in the end. */
  public State returned(State state) {
    return state.only(this::returns);
  }

  /** Returns what a node reads of a state. */
  public State readBy(String node, State state) {
    Set<String> read = reads.get(node);
    return read == null ? state : state.only(read::contains);
  }
}
