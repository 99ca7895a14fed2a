package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.GraphLifecycleListener;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.StateGraph;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which bridged graphs tell each other where they stand, beside the values that pass
 * under the names of their channels.
 */
public final class BridgeKeys {
  /** The values of all channels, as a map by name. */
  public static final String GRAPH_STATE = "__bridge_graph_state__";

  /** The node to go to instead of along the edges, as text. */
  public static final String NEXT_NODE = "__bridge_next_node__";

  /** Whether nothing follows any more, as a boolean. */
  public static final String TERMINAL = "__bridge_terminal__";

  /** What is to be told about the end, as text. */
  public static final String TERMINAL_MESSAGE = "__bridge_terminal_msg__";

  /** What a graph of ours writes for {@link #NEXT_NODE}; channels have no underscores around. */
  public static final Channel<String> NEXT_NODE_CHANNEL =
      Channel.of("bridge_next_node", String.class);

  /** What a graph of ours writes for {@link #TERMINAL}. */
  public static final Channel<Boolean> TERMINAL_CHANNEL =
      Channel.of("bridge_terminal", Boolean.class);

  /** What a graph of ours writes for {@link #TERMINAL_MESSAGE}. */
  public static final Channel<String> TERMINAL_MESSAGE_CHANNEL =
      Channel.of("bridge_terminal_msg", String.class);

  /** The names of the channels by which each visit of a node says where to go next. */
  static final Set<String> DIRECTIONS =
      Set.of(NEXT_NODE_CHANNEL.name(), TERMINAL_CHANNEL.name(), TERMINAL_MESSAGE_CHANNEL.name());

  /** What a person was asked, in the checkpoint that waits for the answer. */
  static final String QUESTION = "__bridge_question__";

  /** What their graph had from ours when it asked, in the same checkpoint. */
  static final String GIVEN = "__bridge_given__";

  private static final Set<String> RESERVED =
      Set.of(
          GRAPH_STATE,
          NEXT_NODE,
          TERMINAL,
          TERMINAL_MESSAGE,
          QUESTION,
          GIVEN,
          GraphLifecycleListener.EXECUTION_ID_KEY);

  private BridgeKeys() {}

  /** Returns whether a key is for a value of the graph's own. */
  static boolean isChannel(String key) {
    return !RESERVED.contains(key);
  }

  /**
   * Returns a copy of the values under {@link #GRAPH_STATE}; none where there is nothing.
   *
   * @throws InvalidValueException when something else than a map is there
   */
  static Map<String, @Nullable Object> graphState(Map<String, ? extends @Nullable Object> values) {
    Object state = values.get(GRAPH_STATE);
    if (state == null) {
      return new LinkedHashMap<>();
    }
    if (state instanceof Map<?, ?> map) {
      return Values.byName(map);
    }
    throw new InvalidValueException(
        GRAPH_STATE, "a map of values by name", state.getClass().getName());
  }

  /**
   * Returns what a graph of ours says about where to go next, by key. What it does not say is
   * removed from their state, where an earlier visit may have left it.
   */
  static Map<String, Object> directions(State end, OverAllState theirs) {
    Map<String, Object> directions = new LinkedHashMap<>();
    directions.put(TERMINAL, end.getOrElse(TERMINAL_CHANNEL, false));
    put(directions, NEXT_NODE, end.find(NEXT_NODE_CHANNEL), theirs);
    put(directions, TERMINAL_MESSAGE, end.find(TERMINAL_MESSAGE_CHANNEL), theirs);
    return directions;
  }

  private static void put(
      Map<String, Object> directions, String key, Optional<String> said, OverAllState theirs) {
    if (said.isPresent()) {
      directions.put(key, said.get());
    } else if (theirs.data().containsKey(key)) {
      directions.put(key, OverAllState.MARK_FOR_REMOVAL);
    }
  }

  /** Returns a command that goes where the keys say, and tells their message to who watches. */
  static Command directed(
      Command command, Map<String, ? extends @Nullable Object> values, NodeContext context) {
    if (values.get(TERMINAL_MESSAGE) instanceof String message) {
      context.emitter().progress(message);
    }
    if (Boolean.TRUE.equals(values.get(TERMINAL))) {
      return command.thenGoTo(Graph.END);
    }
    return values.get(NEXT_NODE) instanceof String next && !next.isBlank()
        ? command.thenGoTo(next.equals(StateGraph.END) ? Graph.END : next)
        : command;
  }
}
