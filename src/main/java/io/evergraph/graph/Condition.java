package io.evergraph.graph;

import io.evergraph.state.State;
import java.util.function.Predicate;

/** Something that holds of a state or does not; texts name it, see {@link BindingRegistry}. */
@FunctionalInterface
public interface Condition extends Predicate<State> {

  /** Returns the condition that the text of a channel equals a value, ignoring case. */
  static Condition equal(String channel, String value) {
    Match match = Match.when(channel, value, Graph.END);
    return match::accepts;
  }
}
