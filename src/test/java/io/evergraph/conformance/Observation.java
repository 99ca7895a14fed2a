package io.evergraph.conformance;

import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was seen after one step of a scenario, as plain values by the keys of the data files. */
final class Observation {
  private final Map<String, @Nullable Object> facts = new LinkedHashMap<>();

  private Observation(String after) {
    facts.put("after", after);
  }

  /** Something that the scenario itself found out. */
  static Observation of(String after, @Nullable Object value) {
    Observation seen = new Observation(after);
    seen.facts.put("value", value);
    return seen;
  }

  /** A call that was made; the error that it threw, or none. */
  static Observation ofCall(String after, Optional<Throwable> thrown) {
    Observation seen = new Observation(after);
    seen.error(thrown);
    return seen;
  }

  /** A thread, and what happened on it from an event on. */
  static Observation ofThread(
      String after,
      GraphRuntime runtime,
      ThreadId thread,
      long from,
      Optional<? extends Throwable> error) {
    ThreadSnapshot snapshot = runtime.snapshot(thread);
    Observation seen = new Observation(after);
    seen.facts.put("status", snapshot.status().name().toLowerCase(Locale.ROOT));
    seen.facts.put("state", runtime.codec().plain(snapshot.state()));
    seen.facts.put("next", snapshot.next());
    seen.facts.put("interrupts", snapshot.interrupts().stream().map(Interrupt::value).toList());
    seen.facts.put("trace", trace(runtime.events(thread, 1), from));
    seen.error(error);
    return seen;
  }

  private void error(Optional<? extends Throwable> error) {
    facts.put("error", error.map(Observation::text).orElse(null));
  }

  private static String text(Throwable error) {
    String type =
        error instanceof GraphException known ? known.type() : error.getClass().getSimpleName();
    return type + ": " + error.getMessage();
  }

  /** Replaces how the run stopped: finer than how the thread is doing. */
  Observation with(String key, @Nullable Object value) {
    facts.put(key, value);
    return this;
  }

  Map<String, @Nullable Object> facts() {
    return facts;
  }

  /**
   * The nodes that finished, superstep by superstep, in the order of their tasks; those of
   * subgraphs as {@code node/node}. The last superstep may be half done.
   *
   * @param from the first event of interest; earlier ones only tell the order of tasks
   */
  private static List<List<String>> trace(List<RunEvent> events, long from) {
    List<List<String>> steps = new ArrayList<>();
    List<String> order = new ArrayList<>();
    Map<String, List<RunEvent.TaskFinished>> open = new TreeMap<>();
    for (RunEvent event : events) {
      if (event instanceof RunEvent.StepPlanned plan) {
        plan.tasks().forEach(task -> order.add(task.taskId()));
      }
      if (event.number() >= from && event instanceof RunEvent.TaskFinished done) {
        open.computeIfAbsent(done.namespace(), any -> new ArrayList<>()).add(done);
      }
      if (event.number() >= from && event instanceof RunEvent.StepCommitted commit) {
        close(open.remove(commit.namespace()), order, steps);
      }
    }
    open.values().forEach(step -> close(step, order, steps));
    return steps;
  }

  private static void close(
      @Nullable List<RunEvent.TaskFinished> step, List<String> order, List<List<String>> steps) {
    if (step != null) {
      steps.add(
          step.stream()
              .sorted(Comparator.comparing(done -> order.lastIndexOf(done.taskId())))
              .map(done -> where(done.namespace()) + done.node())
              .toList());
    }
  }

  /** A namespace is made of node and task id; only the nodes are shown. */
  private static String where(String namespace) {
    return namespace.isEmpty() ? "" : namespace.replaceAll(":[^|]*", "").replace('|', '/') + "/";
  }
}
