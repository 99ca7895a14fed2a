package io.evergraph.temporal;

import io.evergraph.error.StateMissingException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.Namespaces;
import io.evergraph.runtime.StateCodec;
import io.evergraph.state.Contribution;
import io.evergraph.state.PersistentList;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import io.temporal.client.WorkflowClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the state of a checkpoint: from this process where it is held, else from the thread's
 * workflow, which tells what was written since the nearest state that is.
 *
 * <p>Blocks; never for a workflow's thread, nor for a local activity. Safe for use by several
 * threads.
 */
final class StateReader {
  private final WorkflowClient client;
  private final StateCodec codec;
  private final StateCache states;

  StateReader(WorkflowClient client, StateCodec codec, StateCache states) {
    this.client = client;
    this.codec = codec;
    this.states = states;
  }

  /**
   * Returns a state.
   *
   * @param root the graph of the thread
   * @param thread the thread
   * @param run the Temporal run id that has the checkpoint
   * @throws StateMissingException when it cannot be had
   */
  State read(Graph root, String thread, String run, long checkpoint) {
    return states.find(run, checkpoint).orElseGet(() -> fetch(root, thread, run, checkpoint));
  }

  /** Returns a state without asking anybody, if this process holds it. */
  Optional<State> held(String run, long checkpoint) {
    return states.find(run, checkpoint);
  }

  private State fetch(Graph root, String thread, String run, long checkpoint) {
    List<Long> held = states.before(run, checkpoint);
    List<StatePage.Piece> pieces = new ArrayList<>();
    StatePage page = ask(thread, run, new StateRequest(checkpoint, held, 0));
    pieces.addAll(page.pieces());
    while (page.next() > 0) {
      page = ask(thread, run, new StateRequest(checkpoint, held, page.next()));
      pieces.addAll(page.pieces());
    }
    StateSchema schema = Namespaces.graphOf(root, page.namespace()).schema();
    State state = fold(base(thread, run, page.base()), pieces, schema);
    states.put(run, checkpoint, state, codec.toJson(pieces).toString().length());
    return state;
  }

  private StatePage ask(String thread, String run, StateRequest request) {
    try {
      return client
          .newUntypedWorkflowStub(thread, Optional.of(run), Optional.empty())
          .query("checkpoint", StatePage.class, request);
    } catch (RuntimeException failure) {
      StateMissingException missing =
          new StateMissingException(thread, request.checkpoint(), Failures.reason(failure));
      missing.initCause(failure);
      throw missing;
    }
  }

  private State base(String thread, String run, long number) {
    return number == 0
        ? State.empty()
        : states
            .find(run, number)
            .orElseThrow(
                () -> new StateMissingException(thread, number, "it was dropped meanwhile"));
  }

  private State fold(State base, List<StatePage.Piece> pieces, StateSchema schema) {
    Map<String, @Nullable Object> held = new LinkedHashMap<>(base.values());
    List<Contribution> barrier = new ArrayList<>();
    State state = base;
    long number = 0;
    for (StatePage.Piece piece : pieces) {
      if (piece.barrier() != number) {
        state = schema.apply(state, barrier);
        barrier.clear();
        number = piece.barrier();
      }
      if (piece.how() == StatePage.How.APPLY) {
        barrier.add(contribution(piece, schema));
      } else if (piece.how() == StatePage.How.CLEAR) {
        state = schema.cleared(state);
      } else {
        hold(held, piece, schema);
        state = State.of(held);
      }
    }
    return schema.apply(state, barrier);
  }

  private Contribution contribution(StatePage.Piece piece, StateSchema schema) {
    String writer = Optional.ofNullable(piece.writer()).orElse("");
    return new Contribution(writer, codec.bind(piece.writes(), schema, writer));
  }

  private void hold(Map<String, @Nullable Object> held, StatePage.Piece piece, StateSchema schema) {
    for (Write write : codec.bind(piece.writes(), schema, "the state")) {
      boolean more = piece.how() == StatePage.How.EXTEND;
      held.put(
          write.channel(), more ? joined(held.get(write.channel()), write.value()) : write.value());
    }
  }

  private static @Nullable Object joined(@Nullable Object before, @Nullable Object more) {
    return before instanceof List<?> first && more instanceof List<?> second
        ? PersistentList.<Object>copyOf(first).plusAll(second)
        : more;
  }
}
