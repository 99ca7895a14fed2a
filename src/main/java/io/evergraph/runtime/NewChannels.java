package io.evergraph.runtime;

import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Pregel;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.util.List;

/** The channels that a frame knows nothing of yet although its graph declares them. */
final class NewChannels {
  private NewChannels() {}

  /** Returns what they begin with. */
  static List<Write> of(Pregel pregel, Frame frame) {
    State initial = pregel.schema(frame).initial();
    return initial.values().entrySet().stream()
        .filter(entry -> !frame.state().has(entry.getKey()))
        .filter(entry -> pregel.schema(frame).isTracked(entry.getKey()))
        .map(entry -> new Write(entry.getKey(), entry.getValue(), true))
        .toList();
  }
}
