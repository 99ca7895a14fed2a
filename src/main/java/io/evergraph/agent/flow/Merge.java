package io.evergraph.agent.flow;

import io.evergraph.agent.hook.SideCalls;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.TypeRef;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes one value of the results of several agents, which come in the order in which the agents
 * were declared.
 *
 * @param <T> the type of the value
 */
public final class Merge<T> {
  private final Type type;
  private final NodePolicy policy;
  private final boolean said;
  private final Way<T> way;

  /** Makes the value; may ask a model. */
  @FunctionalInterface
  private interface Way<T> {
    @Nullable T merge(Map<String, Object> results, NodeContext context, SideCalls.Model model);
  }

  private Merge(Type type, NodePolicy policy, boolean said, Way<T> way) {
    this.type = type;
    this.policy = policy;
    this.said = said;
    this.way = way;
  }

  private static <T> Merge<T> plain(
      Type type, Function<Map<String, Object>, ? extends @Nullable T> function) {
    return new Merge<>(
        type, NodePolicy.DEFAULT, false, (results, context, model) -> function.apply(results));
  }

  /** Returns the merge to a map of the results by the names of the agents. */
  public static Merge<Map<String, Object>> byName() {
    return plain(new TypeRef<Map<String, Object>>() {}.type(), results -> results);
  }

  /** Returns the merge to a list. */
  public static Merge<List<Object>> list() {
    return plain(new TypeRef<List<Object>>() {}.type(), results -> List.copyOf(results.values()));
  }

  /** Returns the merge to a text; results that are none are in it as JSON. */
  public static Merge<String> joined(String separator) {
    return plain(String.class, results -> join(results.values(), separator));
  }

  private static String join(Collection<Object> results, String separator) {
    return results.stream().map(Messages::words).collect(Collectors.joining(separator));
  }

  /**
   * Returns a merge of your own.
   *
   * @param function makes the value of the results by the names of the agents; null for none, which
   *     empties the channel
   */
  public static <T> Merge<T> with(
      Class<T> type, Function<Map<String, Object>, ? extends @Nullable T> function) {
    return plain(type, function);
  }

  /**
   * Returns the merge that a model writes; the flow says it in its chat, too.
   *
   * @param instruction what the model does with the task and the results that it is given
   */
  public static Merge<String> by(ModelSource model, String instruction) {
    return new Merge<>(
        String.class,
        ModelNode.POLICY,
        true,
        (results, context, asking) -> asking.ask(model, instruction, asked(results, context)));
  }

  private static String asked(Map<String, Object> results, NodeContext context) {
    String task = context.state().find(Member.TASK).map(it -> "Task: " + it + "\n\n").orElse("");
    return results.entrySet().stream()
        .map(it -> it.getKey() + ": " + Messages.words(it.getValue()))
        .collect(Collectors.joining("\n\n", task, ""));
  }

  Type type() {
    return type;
  }

  NodePolicy policy() {
    return policy;
  }

  /** Returns whether the value is a message of the chat, too. */
  boolean isSaid() {
    return said;
  }

  @Nullable T merged(Map<String, Object> results, NodeContext context, SideCalls.Model model) {
    return way.merge(results, context, model);
  }
}
