package io.evergraph.runtime;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which parked tasks are meant; what is not said takes all.
 *
 * @param thread the thread that they hold; null takes any
 * @param graph the name of their graph; null takes any
 * @param node their node; null takes any
 * @param error a part of their last error, class name and message; null takes any
 * @param limit how many threads in trouble are looked at; at least 1
 */
public record ParkedQuery(
    @Nullable ThreadId thread,
    @Nullable String graph,
    @Nullable String node,
    @Nullable String error,
    int limit) {
  /** Takes all. */
  public static final ParkedQuery ALL =
      new ParkedQuery(null, null, null, null, ThreadQuery.DEFAULT_LIMIT);

  public ParkedQuery {
    ThreadQuery unused = new ThreadQuery(graph, ThreadStatus.ERROR, limit);
  }

  /** Returns this query for one graph. */
  public ParkedQuery graph(@Nullable String name) {
    return new ParkedQuery(thread, name, node, error, limit);
  }

  /** Returns this query for one node. */
  public ParkedQuery node(@Nullable String name) {
    return new ParkedQuery(thread, graph, name, error, limit);
  }

  /** Returns this query for errors that contain a text. */
  public ParkedQuery error(@Nullable String part) {
    return new ParkedQuery(thread, graph, node, part, limit);
  }

  ThreadQuery threads() {
    return new ThreadQuery(graph, ThreadStatus.ERROR, limit);
  }

  /** Returns whether a task is meant. */
  public boolean takes(ParkedTask task) {
    return Optional.ofNullable(graph).map(task.graph()::equals).orElse(true)
        && Optional.ofNullable(node).map(task.node()::equals).orElse(true)
        && Optional.ofNullable(error).map(task.failure().text()::contains).orElse(true);
  }
}
