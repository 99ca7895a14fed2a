package io.evergraph.graph;

import java.util.function.Function;

/**
 * A kind of flow that graphs written as data may name, such as {@code kind: sequential}: makes a
 * graph of what stands beside the name. One of your own is added by {@link BindingRegistry#flow}.
 *
 * <pre>{@code
 * FlowKind twice = FlowKind.of("twice", fields -> Twice.of(fields.name(), fields.graph("agent")));
 * }</pre>
 */
public interface FlowKind {
  /** Returns the name that texts use. */
  String name();

  /**
   * Makes the graph. What is wrong with the fields is noted by them and need not stop the kind; the
   * graph is used when nothing was.
   *
   * @throws io.evergraph.error.InvalidGraphException with what is wrong with the graph
   * @throws IllegalArgumentException with what is wrong with it
   */
  Graph graph(FlowFields fields);

  /** Returns a kind of a name. */
  static FlowKind of(String name, Function<FlowFields, Graph> made) {
    return new FlowKind() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Graph graph(FlowFields fields) {
        return made.apply(fields);
      }
    };
  }
}
