package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.export.Highlights;
import io.evergraph.export.Mermaid;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.temporal.payload.Weight;
import io.evergraph.temporal.protocol.Digests;
import io.evergraph.temporal.protocol.Message;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.Topology;
import java.time.Instant;

/**
 * A thread's graph, as it was recorded, and the thread's progress on it.
 *
 * @param code the code at hand
 * @param spec the topology that was recorded
 * @param pregel the engine on the recorded topology
 * @param progress the progress
 * @param digests the digests of the states that the progress went through in this workflow run
 */
record Binding(
    Graph code, GraphSpec spec, Pregel pregel, ThreadProgress progress, Digests digests) {

  /**
   * Begins a thread.
   *
   * @param graph the code at hand: reducers and types of the channels
   */
  static Binding begin(Graph graph, GraphSpec spec, String thread) {
    Pregel pregel = Pregel.of(spec, graph);
    ThreadProgress progress = new ThreadProgress(pregel, pregel.begin(thread));
    return new Binding(graph, spec, pregel, progress, new Digests(progress.at().number()));
  }

  /**
   * Returns the binding of the same thread to another version of its graph.
   *
   * @param other the code at hand
   * @param moved the engine that the progress has moved to
   */
  Binding movedTo(Graph other, Pregel moved) {
    return new Binding(other, moved.spec(), moved, progress, digests);
  }

  /** Goes on with a thread on the topology that it began with. */
  static Binding goingOn(Interpretation shared, Topology recorded, JsonNode progress) {
    GraphSpec spec = shared.specOf(recorded);
    Graph code = shared.codeOf(recorded);
    Pregel pregel = Pregel.of(spec, code);
    ThreadProgress carried = new ProgressCodec(shared.codec(), code).read(pregel, progress);
    return new Binding(code, spec, pregel, carried, new Digests(carried.at().number()));
  }

  /** Holds what tasks are going to read ready in this process. */
  void offerStates(Interpretation shared, String run) {
    for (Frame frame : progress.at().frames().values()) {
      long written = new Weight(shared.codec()).of(frame.state().values());
      StateKey key = new StateKey(run, frame.checkpoint(), Digests.OF_BEGINNING);
      shared.states().put(key, frame.state(), written);
    }
  }

  /** Returns the graph as Mermaid text, with the tasks in progress marked. */
  String diagram() {
    return Mermaid.of(spec, Highlights.of(progress.at()));
  }

  /** Returns a message as the engine takes it; no message may stop the workflow's tasks. */
  Input typed(Message message, StateCodec codec) {
    try {
      return message.match(new Typing(codec, this));
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException(
          "a message", "permitted values", "\"" + misfit.getMessage() + "\"");
    }
  }

  /** Returns the checkpoint that a message leads to, without taking it in. */
  Checkpoint preview(Checkpoint at, Message message, StateCodec codec, Instant now) {
    return pregel.accept(at, typed(message, codec), now);
  }
}
