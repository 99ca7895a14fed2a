package io.evergraph.graph;

import io.evergraph.state.Channel;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How a graph stands in another one as a node: what passes between their channels, how long the
 * state of the inner one lives, and whose thread it runs on.
 *
 * <p>Where no channel is named, those that both graphs declare are shared by name. Once one is, in
 * either direction, only the named ones pass. Either way a task that was sent to the node brings
 * its own input, under the names of the inner graph.
 *
 * @param inputs what the inner channels begin with: the outer channel by the inner one
 * @param outputs what the outer channels receive in the end: the inner channel by the outer one
 * @param place whose thread the inner graph runs on; null stands for that of the outer one
 */
public record Embedding(
    Map<String, String> inputs, Map<String, String> outputs, Memory memory, Place place) {
  /** Channels are shared by name, each call starts anew, and runs on the thread of the caller. */
  public static final Embedding DEFAULT = new Embedding(Map.of(), Map.of(), Memory.PER_CALL);

  public Embedding {
    inputs = sorted(Objects.requireNonNullElse(inputs, Map.of()));
    outputs = sorted(Objects.requireNonNullElse(outputs, Map.of()));
    memory = Objects.requireNonNullElse(memory, Memory.PER_CALL);
    place = Objects.requireNonNullElse(place, Place.INLINE);
  }

  /** Makes an embedding whose inner graph runs on the thread of the outer one. */
  public Embedding(Map<String, String> inputs, Map<String, String> outputs, Memory memory) {
    this(inputs, outputs, memory, Place.INLINE);
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
    return new Embedding(inputs, outputs, Memory.PER_THREAD, place);
  }

  /** Returns the default with each call on a thread of its own: on Temporal, a child workflow. */
  public static Embedding ownThread() {
    return DEFAULT.onOwnThread();
  }

  /**
   * Returns this embedding with each call on a thread of its own: on Temporal, a child workflow.
   */
  public Embedding onOwnThread() {
    return new Embedding(inputs, outputs, memory, Place.OWN_THREAD);
  }

  /** Returns whether each call runs on a thread of its own. */
  public boolean isOnOwnThread() {
    return place == Place.OWN_THREAD;
  }

  /** Returns this embedding with an inner channel that begins with the value of an outer one. */
  public <T> Embedding input(Channel<T> outer, Channel<T> inner) {
    return new Embedding(and(inputs, inner, outer), outputs, memory, place);
  }

  /** Returns this embedding with an outer channel that receives what an inner one was written. */
  public <T> Embedding output(Channel<T> inner, Channel<T> outer) {
    return new Embedding(inputs, and(outputs, outer, inner), memory, place);
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

  /** What is usual is left out: fingerprints of graphs are made of this. */
  @Override
  public String toString() {
    String usual = "Embedding[inputs=%s, outputs=%s, memory=%s".formatted(inputs, outputs, memory);
    return usual + (isOnOwnThread() ? ", place=" + place : "") + "]";
  }

  /** Whose thread a subgraph runs on. */
  public enum Place {
    /** That of the graph around, in a namespace of its own. */
    INLINE,
    /** Each call has one of its own, with its own history. */
    OWN_THREAD
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
