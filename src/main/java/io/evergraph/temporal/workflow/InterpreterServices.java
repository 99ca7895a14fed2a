package io.evergraph.temporal.workflow;

import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.LocalCancellations;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.LocalThreads;
import io.evergraph.temporal.connection.StateCache;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.Topology;
import io.temporal.common.converter.DataConverter;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.util.Optional;

/**
 * What the interpreters of a worker share.
 *
 * @param graphs the graphs of this process
 * @param codec the codec of states and messages
 * @param converter reads what the activities of tasks gave back, writes how a thread has ended
 * @param topologies the topologies of the graphs
 * @param guard the limits of what is sent
 * @param schemas the check of answers
 * @param states the states that this process holds
 * @param notifier tells this process that something has happened on a thread
 * @param cancellations reaches the tasks that are cancelled; empty where the server does
 * @param threads the open threads of this process; empty where the server lists them
 */
public record InterpreterServices(
    GraphRegistry graphs,
    StateCodec codec,
    DataConverter converter,
    Topologies topologies,
    SizeGuard guard,
    AnswerSchemas schemas,
    StateCache states,
    LocalNotifier notifier,
    Optional<LocalCancellations> cancellations,
    Optional<LocalThreads> threads) {

  /**
   * Returns the code for a version of a graph: that version's where it is registered, else that of
   * the latest. Nodes that it does not have fail when their tasks come.
   *
   * @throws UnknownGraphException when no version is registered
   */
  public static Graph codeOf(GraphRegistry graphs, String name, String version) {
    try {
      return graphs.graph(name, version);
    } catch (UnknownGraphException other) {
      return graphs.graph(name);
    }
  }

  /** Returns the limits of what is sent as a thread may go by them that moves on. */
  RecordedSizes sizes() {
    return new RecordedSizes(guard);
  }

  /**
   * Returns the graph whose topology a thread takes on. It was recorded: a replay needs no more
   * than code for it.
   *
   * @throws UnknownGraphException when it is not registered
   */
  Graph graphToRecord(String name, String version) {
    return WorkflowUnsafe.isReplaying()
        ? codeOf(graphs, name, version)
        : graphs.graph(name, version);
  }

  /** Returns the engine of a topology that was recorded, with the code at hand. */
  Pregel engineOf(Topology recorded) {
    Graph code = codeOf(graphs, recorded.name(), recorded.version());
    return Pregel.of(topologies.read(recorded, code), code);
  }
}
