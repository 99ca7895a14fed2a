package io.evergraph.pregel;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.concurrent.atomic.AtomicBoolean;

/** Channels and nodes that tests put their graphs together from. */
public final class Steps {
  /** Who wrote, in order. */
  public static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  /** A number that one task per superstep may write. */
  public static final Channel<Integer> COUNT = Channel.of("count", Integer.class);

  /** A text that decides where to go. */
  public static final Channel<String> CHOICE = Channel.of("choice", String.class);

  /** No input. */
  public static final StateUpdate NOTHING = StateUpdate.empty();

  private Steps() {}

  /** Returns a builder of a graph with the channels of this class. */
  public static GraphBuilder graph() {
    return Graph.builder("test").channels(LOG, COUNT, CHOICE);
  }

  /** Returns a node that logs a text. */
  public static NodeAction says(String text) {
    return context -> Command.update(LOG, text);
  }

  /** Returns a node that logs its own name. */
  public static NodeAction logs() {
    return context -> Command.update(LOG, context.node());
  }

  /** Returns a node that asks one question and logs its answer. */
  public static NodeAction asks(String question) {
    return context ->
        Command.update(LOG, context.node() + "=" + context.interrupt(Question.of(question)));
  }

  /** Returns a node that adds one to the count, from 0. */
  public static NodeAction counts() {
    return context -> Command.update(COUNT, context.state().find(COUNT).orElse(0) + 1);
  }

  /** Returns a node that fails until it is repaired, then logs its name. */
  public static NodeAction failsUntil(AtomicBoolean repaired) {
    return context -> {
      if (!repaired.get()) {
        throw new IllegalStateException("broken");
      }
      return Command.update(LOG, context.node());
    };
  }
}
