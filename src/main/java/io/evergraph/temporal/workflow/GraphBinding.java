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
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StateLineage;
import io.evergraph.temporal.protocol.ThreadMessage;
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
record GraphBinding(
    Graph code, GraphSpec spec, Pregel pregel, ThreadProgress progress, StateLineage digests) {

  /**
   * Begins a thread.
   *
   * @param graph the code at hand: reducers and types of the channels
   */
  static GraphBinding begin(Graph graph, GraphSpec spec, String thread) {
    Pregel pregel = Pregel.of(spec, graph);
    ThreadProgress progress = new ThreadProgress(pregel, pregel.begin(thread));
    return new GraphBinding(
        graph, spec, pregel, progress, new StateLineage(progress.at().number()));
  }

  /**
   * Returns the binding of the same thread to another version of its graph.
   *
   * @param other the code at hand
   * @param moved the engine that the progress has moved to
   */
  GraphBinding movedTo(Graph other, Pregel moved) {
    return new GraphBinding(other, moved.spec(), moved, progress, digests);
  }

  /** Goes on with a thread on the topology that it began with. */
  static GraphBinding goingOn(InterpreterServices shared, Topology recorded, JsonNode progress) {
    GraphSpec spec = shared.specOf(recorded);
    Graph code = shared.codeOf(recorded);
    Pregel pregel = Pregel.of(spec, code);
    ThreadProgress carried = new ProgressCodec(shared.codec(), code).read(pregel, progress);
    return new GraphBinding(code, spec, pregel, carried, new StateLineage(carried.at().number()));
  }

  /** Holds what tasks are going to read ready in this process. */
  void offerStates(InterpreterServices shared, String run) {
    for (Frame frame : progress.at().frames().values()) {
      long written = new JsonSize(shared.codec()).of(frame.state().values());
      StateKey key = new StateKey(run, frame.checkpoint(), StateLineage.OF_BEGINNING);
      shared.states().put(key, frame.state(), written);
    }
  }

  /** Returns the graph as Mermaid text, with the tasks in progress marked. */
  String diagram() {
    return Mermaid.of(spec, Highlights.of(progress.at()));
  }

  /** Returns a message as the engine takes it; no message may stop the workflow's tasks. */
  Input typed(ThreadMessage message, StateCodec codec) {
    try {
      return message.match(new Typing(codec, this));
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException(
          "a message", "permitted values", "\"" + misfit.getMessage() + "\"");
    }
  }

  /** Returns the checkpoint that a message leads to, without taking it in. */
  Checkpoint preview(Checkpoint at, ThreadMessage message, StateCodec codec, Instant now) {
    return pregel.accept(at, typed(message, codec), now);
  }
}
