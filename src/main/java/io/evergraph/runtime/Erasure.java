package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Node;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreNames;
import io.evergraph.graph.StoreQuery;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Removes a thread, or all that is recorded of a user, wherever it is kept. A place that cannot be
 * reached is an entry of the report; the same erasure again removes what is left.
 *
 * @param store the long-term store; null where there is none
 * @param tasks the records of tasks; null where there are none
 * @param places which caches and event buses count
 * @param dryRun whether it only tells what would be removed; caches and emissions are left out then
 */
public record Erasure(
    GraphRuntime runtime,
    @Nullable Store store,
    @Nullable TaskRecords tasks,
    Places places,
    boolean dryRun) {
  /** The field of metadata, of threads and of runs, that names a user. */
  public static final String USER = "user";

  private static final String TENANT = "tenant";
  private static final int PAGE = 1_000;

  /** Returns the erasure of what a runtime keeps itself. */
  public static Erasure on(GraphRuntime runtime) {
    return new Erasure(runtime, null, null, Places.ALL, false);
  }

  /** Returns this with a long-term store. */
  public Erasure store(@Nullable Store memory) {
    return new Erasure(runtime, memory, tasks, places, dryRun);
  }

  /** Returns this with records of tasks. */
  public Erasure tasks(@Nullable TaskRecords records) {
    return new Erasure(runtime, store, records, places, dryRun);
  }

  /** Returns this, removing nothing if so wanted. */
  public Erasure dryRun(boolean only) {
    return new Erasure(runtime, store, tasks, places, only);
  }

  /** Returns this with caches and event buses of some places. */
  public Erasure places(Places counted) {
    return new Erasure(runtime, store, tasks, counted, dryRun);
  }

  /** Where caches and event buses are. */
  public enum Places {
    /** In this process, or shared with others. */
    ALL,
    /** Shared with others: those of a process that runs no nodes hold nothing. */
    SHARED
  }

  /** Erases a thread with those that work for its tasks; one in progress ends. */
  public ErasureReport thread(ThreadId thread) {
    ErasureLog log = new ErasureLog(dryRun);
    erase(thread, log);
    return log.report(List.of(thread));
  }

  /**
   * Erases a user: the threads whose metadata, or that of one of their runs, names the user as
   * {@code user} or {@code tenant}; the threads of the user's tasks; and namespaces of the
   * long-term store.
   *
   * @param namespaces what belongs to the user beside the namespaces that begin with the user
   * @throws InvalidInputException when the user has no name, or one of the namespaces is none;
   *     nothing is removed then
   */
  public ErasureReport user(String user, List<List<String>> namespaces) {
    if (user.isBlank()) {
      throw new InvalidInputException("the user to erase", "a name", "'" + user + "'");
    }
    namespaces.forEach(Erasure::requireNames);
    ErasureLog log = new ErasureLog(dryRun);
    Set<ThreadId> threads = new LinkedHashSet<>();
    Optional.ofNullable(tasks)
        .ifPresent(records -> find(Place.TASKS, user, log, () -> ofTasks(user, records, threads)));
    find(Place.HISTORY, user, log, () -> ofRuns(user, log, threads));
    threads.forEach(thread -> erase(thread, log));
    if (StoreNames.isName(user)) {
      eraseItems(List.of(user), log);
    }
    namespaces.forEach(namespace -> eraseItems(namespace, log));
    return log.report(List.copyOf(threads));
  }

  /** A namespace without a name holds what belongs to everybody. */
  private static void requireNames(List<String> namespace) {
    if (namespace.isEmpty() || !namespace.stream().allMatch(StoreNames::isName)) {
      throw new InvalidInputException(
          "the namespace to erase",
          "names that are not empty, such as memories/ann",
          "'" + String.join("/", namespace) + "'");
    }
  }

  private static void find(Place place, String user, ErasureLog log, Runnable search) {
    try {
      search.run();
    } catch (GraphException failure) {
      log.unreached(place, user, failure);
    }
  }

  private static void ofTasks(String user, TaskRecords records, Set<ThreadId> found) {
    TaskQuery query = TaskQuery.all().ofUser(user);
    int unused = read(records, query, task -> found.add(ThreadId.of(task.thread())));
  }

  /** Returns how many there are. */
  private static int read(TaskRecords records, TaskQuery query, Consumer<TaskRecord> each) {
    int offset = 0;
    List<TaskRecord> page = records.list(query.page(PAGE, offset));
    while (!page.isEmpty()) {
      page.forEach(each);
      offset += page.size();
      page = records.list(query.page(PAGE, offset));
    }
    return offset;
  }

  private void ofRuns(String user, ErasureLog log, Set<ThreadId> found) {
    for (ThreadId thread : runtime.kept().all()) {
      try {
        if (!found.contains(thread) && isOf(user, thread)) {
          found.add(thread);
        }
      } catch (UnknownThreadException gone) {
        // it was deleted, and the server has yet to forget it
      } catch (GraphException unreadable) {
        log.unreached(Place.HISTORY, thread.value(), unreadable);
      }
    }
  }

  private boolean isOf(String user, ThreadId thread) {
    KeptThreads.Outline told = outline(thread);
    return user.equals(told.metadata().get(USER))
        || user.equals(told.metadata().get(TENANT))
        || told.queued().stream().anyMatch(run -> user.equals(run.metadata().get(USER)))
        || runtime.events(thread, 1).stream()
            .anyMatch(
                event ->
                    event instanceof RunEvent.RunStarted run
                        && user.equals(run.metadata().get(USER)));
  }

  private KeptThreads.Outline outline(ThreadId thread) {
    try {
      ThreadSnapshot now = runtime.snapshot(thread);
      return new KeptThreads.Outline(now.metadata(), null, now.queued());
    } catch (UnknownGraphException unknown) {
      return outline(thread, unknown);
    }
  }

  /**
   * The thread itself tells what a process does not know that does not know its graph, unless its
   * worker is of an earlier release, which does not know how to.
   */
  private KeptThreads.Outline outline(ThreadId thread, UnknownGraphException unknown) {
    try {
      return runtime.kept().outline(thread).orElseThrow(() -> unknown);
    } catch (StateMissingException | InvalidInputException untold) {
      throw unknown;
    }
  }

  /**
   * Histories and records of tasks tell what belongs to a thread, and whose it is: they go last.
   */
  private void erase(ThreadId thread, ErasureLog log) {
    Optional<Set<ThreadId>> descendants = descendants(thread, log);
    Optional<List<GraphSpec>> graphs = graphs(thread, log);
    Set<ThreadId> family = new LinkedHashSet<>(Set.of(thread));
    descendants.ifPresent(family::addAll);
    List<GraphSpec> cached = graphs.orElse(List.of());
    if (isCleared(family, cached, log) && descendants.isPresent() && graphs.isPresent()) {
      runtime.kept().erase(thread, descendants.get(), log);
      // a task that ran on meanwhile may have emitted, and put a result again
      boolean unused = isCleared(family, cached, log);
    } else {
      log.stays(Place.HISTORY, thread);
    }
    if (tasks != null) {
      eraseTasks(tasks, thread, log);
    }
  }

  /** Returns empty where they cannot be looked for: then the thread stays, to find them again. */
  private Optional<Set<ThreadId>> descendants(ThreadId thread, ErasureLog log) {
    try {
      return Optional.of(runtime.kept().descendants(thread));
    } catch (GraphException failure) {
      log.unreached(Place.HISTORY, thread.value(), failure);
      return Optional.empty();
    }
  }

  private void eraseTasks(TaskRecords records, ThreadId thread, ErasureLog log) {
    String id = thread.value();
    if (log.isUnreached(id)) {
      log.stays(Place.TASKS, thread);
    } else {
      log.remove(Place.TASKS, id, () -> dryRun ? count(records, id) : records.deleteOf(id));
    }
  }

  private static int count(TaskRecords records, String thread) {
    return read(records, TaskQuery.all().ofThread(thread), task -> {});
  }

  /** Returns empty where they cannot be told: then the thread stays, to tell them later. */
  private Optional<List<GraphSpec>> graphs(ThreadId thread, ErasureLog log) {
    if (places == Places.SHARED && runtime.cache().isLocal()) {
      return Optional.of(List.of());
    }
    try {
      List<GraphSpec> found = new ArrayList<>();
      specs(thread).forEach(graph -> collect(graph, found));
      return Optional.of(found);
    } catch (UnknownThreadException gone) {
      return Optional.of(List.of());
    } catch (ThreadEndedException
        | StateMissingException unreadable) { // for good: to wait would keep it for ever
      log.unreached(Place.NODE_CACHE, thread.value(), unreadable);
      return Optional.of(List.of());
    } catch (GraphException unknown) {
      log.unreached(Place.NODE_CACHE, thread.value(), unknown);
      return Optional.empty();
    }
  }

  private List<GraphSpec> specs(ThreadId thread) {
    try {
      String name = runtime.snapshot(thread).graph();
      List<GraphSpec> all = new ArrayList<>();
      if (name != null) {
        all.add(runtime.graphs().graph(name).spec());
        runtime.graphs().older(name).forEach(graph -> all.add(graph.spec()));
      }
      return all;
    } catch (UnknownGraphException unknown) {
      GraphSpec told = outline(thread, unknown).graph();
      return told == null ? List.of() : List.of(told);
    }
  }

  private static void collect(GraphSpec graph, List<GraphSpec> found) {
    found.add(graph);
    for (Node node : graph.nodes()) {
      node.match(action -> Optional.<GraphSpec>empty(), subgraph -> Optional.of(subgraph.graph()))
          .ifPresent(inner -> collect(inner, found));
    }
  }

  private boolean isCleared(Set<ThreadId> family, List<GraphSpec> graphs, ErasureLog log) {
    boolean isReached = true;
    for (GraphSpec graph : dryRun ? List.<GraphSpec>of() : graphs) {
      for (Node node : graph.nodes()) {
        boolean isCached =
            node.match(action -> action.policy().cache().isPresent(), subgraph -> false);
        if (isCached) {
          isReached &=
              log.remove(
                  Place.NODE_CACHE,
                  graph.name() + "/" + node.name(),
                  () -> cleared(graph.name(), node.name()));
        }
      }
    }
    boolean hasEmissions = places == Places.ALL || runtime.bus().reach() == EventBus.Reach.WORKERS;
    for (ThreadId thread : dryRun || !hasEmissions ? Set.<ThreadId>of() : family) {
      isReached &=
          log.remove(Place.EMISSIONS, thread.value(), () -> runtime.bus().forget(thread.value()));
    }
    return isReached;
  }

  private int cleared(String graph, String node) {
    return runtime
        .cache()
        .clear(graph, node)
        .orElseThrow(() -> new StoreUnavailableException("the node cache", "it does not answer"));
  }

  private void eraseItems(List<String> namespace, ErasureLog log) {
    if (store != null) {
      Store memory = Objects.requireNonNull(store);
      log.remove(
          Place.STORE,
          String.join("/", namespace),
          () ->
              dryRun
                  ? memory.search(StoreQuery.in(namespace).unranked()).size()
                  : memory.deleteAll(namespace));
    }
  }
}
