package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.StateMissingException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.PersistentList;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import io.evergraph.temporal.connection.StateCache;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.NodeCall;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StatePage;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.WorkflowClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the state of a checkpoint: from this process where it is held, else from the thread's
 * workflow, which tells what was written since the nearest state that is.
 *
 * <p>Blocks; never for a workflow's thread, nor for a local activity. Safe for use by several
 * threads.
 */
public final class StateReader {
  private final WorkflowClient client;
  private final StateCodec codec;
  private final StateCache states;

  public StateReader(TemporalConnection connection) {
    this.client = connection.client();
    this.codec = connection.codec();
    this.states = connection.states();
  }

  /**
   * Returns the state that a task sees: what was sent along with it, or what is read by reference,
   * with what the channels that live for one run hold beside it.
   *
   * @throws StateMissingException when it cannot be had
   */
  public State read(Graph root, ActivityInfo activity, NodeCall call) {
    StateSchema schema = Namespaces.graphOf(root, call.namespace()).schema();
    JsonNode sent = call.state();
    JsonNode live = call.live();
    State state =
        call.checkpoint() == 0
            ? schema.initial()
            : sent == null ? referred(root, activity, call) : bound(sent, schema);
    return live == null ? state : state.and(bound(live, schema));
  }

  private State bound(JsonNode tree, StateSchema schema) {
    return codec.bind(StateCodec.ofTrees(tree), schema);
  }

  /** A local activity holds the workflow task: asking its run would wait for itself. */
  private State referred(Graph root, ActivityInfo activity, NodeCall call) {
    String thread = activity.getWorkflowId();
    StateKey key = new StateKey(activity.getWorkflowRunId(), call.checkpoint(), call.digest());
    return activity.isLocal()
        ? held(key)
            .orElseThrow(
                () ->
                    new StateMissingException(
                        thread, call.checkpoint(), "it is not held in this process"))
        : read(root, thread, key);
  }

  /**
   * Returns a state.
   *
   * @throws StateMissingException when it cannot be had
   */
  public State read(Graph root, String thread, StateKey key) {
    return states
        .find(key)
        .orElseGet(() -> wanted(ask(root, thread, key.run(), key.checkpoint()), thread, key));
  }

  /** What the run tells is what has become of the checkpoint; the task may mean another. */
  private static State wanted(Map.Entry<StateKey, State> told, String thread, StateKey key) {
    if (told.getKey().equals(key)) {
      return told.getValue();
    }
    throw new StateMissingException(
        thread, key.checkpoint(), "the run tells of another way to that checkpoint");
  }

  /**
   * Returns the state that a checkpoint of a run has, for those who do not know its digest: asks
   * the run in any case.
   *
   * @throws StateMissingException when it cannot be had
   */
  public State read(Graph root, String thread, String run, long checkpoint) {
    return ask(root, thread, run, checkpoint).getValue();
  }

  public Optional<State> held(StateKey key) {
    return states.find(key);
  }

  private Map.Entry<StateKey, State> ask(Graph root, String thread, String run, long checkpoint) {
    Map<StatePage.Request.Held, State> nearest = states.nearest(run, checkpoint);
    List<StatePage.Request.Held> held = List.copyOf(nearest.keySet());
    StatePage first = page(thread, run, new StatePage.Request(checkpoint, held, 0));
    List<StatePage.Piece> pieces = new ArrayList<>(first.pieces());
    for (int next = first.next(); next > 0; ) {
      StatePage more = page(thread, run, new StatePage.Request(checkpoint, held, next));
      requireSame(first, more, thread, checkpoint);
      pieces.addAll(more.pieces());
      next = more.next();
    }
    StateSchema schema = Namespaces.graphOf(root, first.namespace()).schema();
    State state = fold(base(nearest, first.base()), pieces, schema);
    StateKey key = new StateKey(run, checkpoint, first.digestOrBeginning());
    states.put(key, state, codec.toJson(pieces).toString().length());
    return Map.entry(key, state);
  }

  private static void requireSame(StatePage first, StatePage more, String thread, long checkpoint) {
    if (!more.digestOrBeginning().equals(first.digestOrBeginning())
        || more.base() != first.base()) {
      throw new StateMissingException(thread, checkpoint, "it changed while it was read");
    }
  }

  private StatePage page(String thread, String run, StatePage.Request request) {
    StatePage page;
    try {
      page =
          client
              .newUntypedWorkflowStub(thread, Optional.of(run), Optional.empty())
              .query("checkpoint", StatePage.class, request);
    } catch (RuntimeException failure) {
      throw new StateMissingException(thread, request.checkpoint(), Failures.reason(failure))
          .causedBy(failure);
    }
    return page.orThrow();
  }

  private static State base(Map<StatePage.Request.Held, State> held, long number) {
    return held.entrySet().stream()
        .filter(it -> it.getKey().checkpoint() == number)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(State.empty());
  }

  private State fold(State base, List<StatePage.Piece> pieces, StateSchema schema) {
    Map<String, @Nullable Object> held = new LinkedHashMap<>(base.values());
    List<TaskWrites> barrier = new ArrayList<>();
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

  private TaskWrites contribution(StatePage.Piece piece, StateSchema schema) {
    String writer = Optional.ofNullable(piece.writer()).orElse("");
    return new TaskWrites(writer, codec.bind(piece.writes(), schema, writer));
  }

  private void hold(Map<String, @Nullable Object> held, StatePage.Piece piece, StateSchema schema) {
    for (Write write : codec.bind(piece.writes(), schema, "the state")) {
      boolean more = piece.how() == StatePage.How.EXTEND;
      held.put(
          write.channel(), more ? joined(held.get(write.channel()), write.value()) : write.value());
    }
  }

  private static @Nullable Object joined(@Nullable Object before, @Nullable Object more) {
    if (before instanceof Map<?, ?> first && more instanceof Map<?, ?> second) {
      Map<Object, @Nullable Object> both = new LinkedHashMap<>(first);
      both.putAll(second);
      return Collections.unmodifiableMap(both);
    }
    if (before instanceof Set<?> first && more instanceof Set<?> second) {
      Set<@Nullable Object> both = new LinkedHashSet<>(first);
      both.addAll(second);
      return Collections.unmodifiableSet(both);
    }
    return before instanceof List<?> first && more instanceof List<?> second
        ? PersistentList.<Object>copyOf(first).plusAll(second)
        : more;
  }
}
