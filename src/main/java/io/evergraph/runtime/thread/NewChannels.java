package io.evergraph.runtime.thread;

import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.NodeEdit;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Optional;

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

  /** Returns the edit that gives channels what they begin with; empty where nothing is new. */
  static Optional<Input> edit(String id, Pregel pregel, Frame frame, RunSettings settings) {
    List<Write> writes = of(pregel, frame);
    return writes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Input.StateEdit(
                id, Frame.ROOT, List.of(new NodeEdit(new StateUpdate(writes), null)), settings));
  }
}
