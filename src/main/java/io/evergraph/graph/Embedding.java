package io.evergraph.graph;

import io.evergraph.state.Channel;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How a graph stands in another one as a node: what passes between their channels, and how long the
 * state of the inner one lives.
 *
 * <p>Where no channel is named, those that both graphs declare are shared by name. Once one is, in
 * either direction, only the named ones pass. Either way a task that was sent to the node brings
 * its own input, under the names of the inner graph.
 *
 * @param inputs what the inner channels begin with: the outer channel by the inner one
 * @param outputs what the outer channels receive in the end: the inner channel by the outer one
 */
public record Embedding(Map<String, String> inputs, Map<String, String> outputs, Memory memory) {
  /** Channels are shared by name, and each call starts anew. */
  public static final Embedding DEFAULT = new Embedding(Map.of(), Map.of(), Memory.PER_CALL);

  public Embedding {
    inputs = sorted(Objects.requireNonNullElse(inputs, Map.of()));
    outputs = sorted(Objects.requireNonNullElse(outputs, Map.of()));
    memory = Objects.requireNonNullElse(memory, Memory.PER_CALL);
  }

  private static Map<String, String> sorted(Map<String, String> names) {
    return Collections.unmodifiableMap(new TreeMap<>(names));
  }

  /** Returns the default that keeps the state of the inner graph per thread. */
  public static Embedding perThread() {
    return DEFAULT.keptPerThread();
  }

  /** Returns this embedding with the state of the inner graph kept per thread. */
  public Embedding keptPerThread() {
    return new Embedding(inputs, outputs, Memory.PER_THREAD);
  }

  /** Returns this embedding with an inner channel that begins with the value of an outer one. */
  public <T> Embedding input(Channel<T> outer, Channel<T> inner) {
    return new Embedding(and(inputs, inner, outer), outputs, memory);
  }

  /** Returns this embedding with an outer channel that receives what an inner one was written. */
  public <T> Embedding output(Channel<T> inner, Channel<T> outer) {
    return new Embedding(inputs, and(outputs, outer, inner), memory);
  }

  private static Map<String, String> and(
      Map<String, String> names, Channel<?> target, Channel<?> source) {
    Map<String, String> more = new TreeMap<>(names);
    more.put(target.name(), source.name());
    return more;
  }

  /** Returns whether the channels that both graphs declare are shared. */
  public boolean sharesByName() {
    return inputs.isEmpty() && outputs.isEmpty();
  }

  /** How long the state of a subgraph lives. */
  public enum Memory {
    /** Each call starts anew; several calls may run beside each other. */
    PER_CALL,
    /**
     * A call goes on from the state that the last one on the thread left, be it abandoned in the
     * middle; one call at a time.
     */
    PER_THREAD
  }
}
