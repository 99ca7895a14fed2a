package io.evergraph.graph;

import io.evergraph.state.Channel;
import java.util.List;
import java.util.Optional;

/**
 * What a text says of a flow. A field that is missing is empty. One that does not fit is empty,
 * too, and noted as a problem with its place; fields that nobody reads are problems as well.
 */
public interface FlowFields {
  /** Returns the name of the flow. */
  String name();

  /** Returns where in its text this stands, such as {@code /agents/1}; empty for all of it. */
  String place();

  /** Returns whether a field is there. */
  boolean has(String field);

  /** Returns a text. */
  Optional<String> text(String field);

  /** Returns a whole number. */
  Optional<Integer> number(String field);

  /** Returns whether a field is there and true. */
  boolean flag(String field);

  /** Returns what a field names, see {@link BindingRegistry#named}. */
  <T> Optional<T> named(String field, Class<T> type);

  /** Returns a graph: one that is known by the name that stands there, or one that is described. */
  Optional<Graph> graph(String field);

  /**
   * Returns a condition: the name of one, or {@code channel} and {@code equals} with the text that
   * the channel is to hold.
   */
  Optional<Condition> condition(String field);

  /** Returns the channels of a list, described as those of a graph. */
  List<Channel<?>> channels(String field);

  /**
   * Returns what stands in a field.
   *
   * @param usual the field that a plain text stands for
   */
  Optional<FlowFields> part(String field, String usual);

  /**
   * Returns the elements of a list.
   *
   * @param usual the field that an element stands for where it is a plain text
   */
  List<FlowFields> parts(String field, String usual);

  /** Notes what is wrong. */
  void problem(String problem);
}
