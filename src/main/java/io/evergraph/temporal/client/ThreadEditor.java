package io.evergraph.temporal.client;

import io.evergraph.error.InvalidInputException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GivenId;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.thread.UnboundThread;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Has threads changed without a run. */
public record ThreadEditor(
    ThreadCalls calls, ThreadReader reader, UpdateEncoder encoder, GraphRegistry graphs) {
  public Steering checked(ThreadId thread, @Nullable String graph, Steering steering) {
    if (!steering.changesThread()) {
      return steering;
    }
    String bound = graph == null ? reader.view(thread).graph() : graph;
    return bound == null ? steering : encoder.checked(steering, graphs.graph(bound));
  }

  public void editState(
      ThreadId thread, String editId, @Nullable String graph, List<NodeEdit> edits) {
    Graph bound = bound(thread, graph);
    if (edits.isEmpty()) {
      throw new InvalidInputException("an edit", "at least one update", "none");
    }
    edit(thread, editId, graph, Frame.ROOT, encoder.parts(edits, bound));
  }

  private Graph bound(ThreadId thread, @Nullable String otherwise) {
    return Optional.ofNullable(reader.view(thread).graph())
        .or(() -> Optional.ofNullable(otherwise))
        .map(graphs::graph)
        .orElseThrow(() -> UnboundThread.withoutGraph(thread.value()));
  }

  private void edit(
      ThreadId thread,
      String id,
      @Nullable String graph,
      String namespace,
      List<UpdateStateMessage.Part> parts) {
    GivenId.require(id, "an edit");
    UpdateStateMessage edit =
        parts.size() == 1
            ? new UpdateStateMessage(
                id, graph, parts.get(0).update(), parts.get(0).asNode(), null, namespace)
            : new UpdateStateMessage(id, graph, null, null, parts, namespace);
    make(thread, edit);
  }

  public void editSubgraph(ThreadId thread, String editId, String namespace, List<NodeEdit> edits) {
    Graph inside = Namespaces.graphOf(bound(thread, null), namespace);
    edit(thread, editId, null, namespace, encoder.parts(edits, inside));
  }

  public void fork(ThreadId thread, String id, Fork fork) {
    GivenId.require(id, "a fork");
    List<UpdateStateMessage.Part> parts =
        fork.edits().isEmpty()
            ? List.of()
            : encoder.parts(fork.edits(), reader.graphAt(thread, fork));
    ForkMessage order =
        new ForkMessage(
            id, fork.checkpoint(), fork.branch(), parts, reader.past(thread, fork.checkpoint()));
    make(thread, order);
  }

  public void rollback(ThreadId thread, String id, long checkpoint) {
    GivenId.require(id, "a rollback");
    RollbackMessage order = new RollbackMessage(id, checkpoint, reader.past(thread, checkpoint));
    make(thread, order);
  }

  public void migrate(ThreadId thread, String version) {
    make(thread, new MigrateMessage(TimeOrderedId.next(), version));
  }

  /**
   * A reducer that works while a change is checked may fail or take too long when it is made. The
   * thread forgets a change that it has refused, so the update has an id of its own: the server
   * would tell the old reply to a change that comes again.
   */
  private void make(ThreadId thread, ThreadMessage change) {
    Acknowledgement taken = calls.update(thread, change.kind(), TimeOrderedId.next(), change);
    if (taken.outcome() == Acknowledgement.Outcome.ACCEPTED) {
      reader.events(thread, taken.event()).stream()
          .filter(InterruptEvent.AnswerIgnored.class::isInstance)
          .map(InterruptEvent.AnswerIgnored.class::cast)
          .filter(ignored -> ignored.interruptId().equals(change.id()))
          .findFirst()
          .ifPresent(ignored -> refuse(thread, change, ignored.reason()));
    }
  }

  private static void refuse(ThreadId thread, ThreadMessage change, String reason) {
    throw new InvalidInputException(
        change.kind() + " '" + change.id() + "' of thread '" + thread + "'",
        "a change that the thread can make",
        "one that it has refused: " + reason);
  }
}
