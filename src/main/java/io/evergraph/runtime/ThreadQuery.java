package io.evergraph.runtime;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which open threads are looked for; what is not said takes all.
 *
 * @param graph the name of their graph; null takes any, and those that have none yet
 * @param status how they are listed, see {@link GraphRuntime#threads}; null takes any
 * @param limit how many are found at most; at least 1
 */
public record ThreadQuery(@Nullable String graph, @Nullable ThreadStatus status, int limit) {
  /** How many threads are found unless said otherwise. */
  public static final int DEFAULT_LIMIT = 1_000;

  public ThreadQuery {
    if (limit < 1) {
      throw new IllegalArgumentException("Expected a limit of at least 1 but found " + limit + ".");
    }
  }

  /** Returns the query for threads that are doing so. */
  public static ThreadQuery of(ThreadStatus status) {
    return new ThreadQuery(null, status, DEFAULT_LIMIT);
  }

  /** Returns this query for the threads of one graph. */
  public ThreadQuery graph(@Nullable String name) {
    return new ThreadQuery(name, status, limit);
  }

  /** Returns this query for so many threads at most. */
  public ThreadQuery limit(int most) {
    return new ThreadQuery(graph, status, most);
  }

  /** Returns whether a thread is meant. */
  public boolean takes(@Nullable String itsGraph, ThreadStatus itsStatus) {
    return Optional.ofNullable(graph).map(name -> name.equals(itsGraph)).orElse(true)
        && Optional.ofNullable(status).map(wanted -> wanted == itsStatus).orElse(true);
  }

  /** Returns the threads that are meant, of those that there are. */
  public List<ThreadId> of(Stream<ThreadSnapshot> open) {
    return open.filter(it -> takes(it.graph(), it.status()))
        .limit(limit)
        .map(ThreadSnapshot::thread)
        .toList();
  }
}
