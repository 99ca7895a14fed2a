package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.action.AsyncNodeAction;
import com.alibaba.cloud.ai.graph.action.AsyncNodeActionWithConfig;
import com.alibaba.cloud.ai.graph.action.InterruptableAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.state.ReplaceAllWith;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/**
 * The action of a node of Spring AI Alibaba as a node: it sees what the node reads, and what it
 * returns is written under the same names, past the reducers where it says so.
 *
 * <p>Where the action interrupts before it runs, the task asks; the answer is a map of values that
 * the action sees and that are written before its own. Immutable.
 */
public final class SaaNode implements NodeAction {
  private final AsyncNodeActionWithConfig action;

  private SaaNode(AsyncNodeActionWithConfig action) {
    this.action = action;
  }

  /** Makes a node of an action; {@link AsyncNodeAction#node_async} makes one of a plain one. */
  public static SaaNode of(AsyncNodeAction action) {
    return of(AsyncNodeActionWithConfig.of(action));
  }

  /**
   * Makes a node of an action that reads its configuration: the id of our thread, and under the
   * metadata {@code evergraph} a map of {@code thread}, {@code run}, {@code node}, {@code attempt},
   * {@code idempotencyKey} and {@code context}.
   */
  public static SaaNode of(AsyncNodeActionWithConfig action) {
    return new SaaNode(action);
  }

  /**
   * Runs the action.
   *
   * @throws InvalidValueException when it returns null or a stream
   * @throws NotOfferedException when it interrupts after it has run
   */
  @Override
  public Command run(NodeContext context) throws Exception {
    OverAllState state = new OverAllState(Values.given(context.state()));
    RunnableConfig config = Asking.config(context, context.thread());
    Map<String, @Nullable Object> writes = new LinkedHashMap<>();
    if (action instanceof InterruptableAction asking) {
      config = ask(asking, context, state, config, writes);
    }
    Map<String, Object> returned = result(state, config);
    if (action instanceof InterruptableAction asking) {
      refuse(asking.interruptAfter(context.node(), state, returned, config));
    }
    writes.putAll(BridgeKeys.graphState(returned));
    writes.putAll(returned);
    return BridgeKeys.directed(Command.update(update(writes)), returned, context);
  }

  private static RunnableConfig ask(
      InterruptableAction asking,
      NodeContext context,
      OverAllState state,
      RunnableConfig config,
      Map<String, @Nullable Object> writes) {
    RunnableConfig current = config;
    Optional<InterruptionMetadata> asked = asking.interrupt(context.node(), state, current);
    while (asked.isPresent()) {
      Map<String, @Nullable Object> question = Asking.question(asked.get());
      Map<String, @Nullable Object> answer = Asking.ask(context, null, question);
      Map<String, @Nullable Object> values = Asking.values(question, answer);
      state.updateState(values);
      writes.putAll(values);
      current = Asking.answered(current, question, answer);
      asked = asking.interrupt(context.node(), state, current);
    }
    return current;
  }

  private Map<String, Object> result(OverAllState state, RunnableConfig config) throws Exception {
    CompletableFuture<Map<String, Object>> result = action.apply(state, config);
    try {
      Map<String, @Nullable Object> values = result.get();
      if (values == null) {
        throw new InvalidValueException("the result of the action", "a map of values", "null");
      }
      return values;
    } catch (ExecutionException failure) {
      throw Asking.cause(failure);
    } catch (InterruptedException cancelled) {
      result.cancel(true);
      throw cancelled;
    }
  }

  private static void refuse(Optional<InterruptionMetadata> asked) {
    if (asked.isPresent()) {
      throw new NotOfferedException(
          "question after a node",
          "a single node of Spring AI Alibaba",
          "Make a SaaGraph of the graph that holds the node: its saver keeps what the node did.");
    }
  }

  private static StateUpdate update(Map<String, @Nullable Object> values) {
    List<Write> writes = new ArrayList<>();
    values.forEach(
        (key, value) -> {
          if (BridgeKeys.isChannel(key)) {
            writes.add(write(key, value));
          }
        });
    return new StateUpdate(writes);
  }

  private static Write write(String key, @Nullable Object value) {
    if (value instanceof Publisher<?>) {
      throw new InvalidValueException(
          key, "a value (a SaaGraph of a graph with the node takes streams)", "a stream");
    }
    if (value instanceof ReplaceAllWith<?> all) {
      return new Write(key, all.newValues(), true);
    }
    return value == OverAllState.MARK_FOR_REMOVAL
        ? new Write(key, null, true)
        : new Write(key, value);
  }

  @Override
  public boolean waitsForService() {
    return true;
  }
}
