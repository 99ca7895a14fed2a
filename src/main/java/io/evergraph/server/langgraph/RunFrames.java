package io.evergraph.server.langgraph;

import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.EventHandlers;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of a run into the frames of its stream. What comes out depends on the events and
 * the modes only, so that a client that comes back can go on after the last frame it saw.
 */
final class RunFrames {
  private static final String INTERRUPT = "__interrupt__";

  private final GraphRuntime runtime;
  private final ThreadId thread;
  private final StreamModes modes;
  private final RunWatch watch;
  private final EventHandlers handlers;
  private final List<Frame> frames = new ArrayList<>();
  private final Set<String> entering = new HashSet<>();
  private long count;
  private boolean written;

  RunFrames(GraphRuntime runtime, RunPosition position, StreamModes modes) {
    this.runtime = runtime;
    this.thread = position.thread();
    this.modes = modes;
    this.watch = new RunWatch(position);
    this.handlers =
        new EventHandlers()
            .on(RunEvent.TaskFinished.class, this::finished)
            .on(RunEvent.StepCommitted.class, this::committed);
    add("metadata", () -> metadata(position.runId()));
  }

  private static Map<String, Object> metadata(String runId) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("run_id", runId);
    metadata.put("attempt", 1);
    return metadata;
  }

  /** Takes the next event of the thread. */
  void see(RunEvent event) {
    boolean before = watch.hasBegun();
    watch.see(event);
    if (!watch.hasBegun() || watch.hasEnded()) {
      watch.end().ifPresent(end -> ended());
      return;
    }
    if (!before && event instanceof RunEvent.RunStarted started) {
      began(started);
    }
    handlers.accept(event);
  }

  /** Returns the frames since the last call. */
  List<Frame> take() {
    List<Frame> taken = List.copyOf(frames);
    frames.clear();
    return taken;
  }

  /** Returns whether the run has stopped: no frame follows those that wait to be taken. */
  boolean isComplete() {
    return watch.hasEnded();
  }

  /** A run that goes on where another stopped shows first what it goes on from. */
  private void began(RunEvent.RunStarted started) {
    if (started.cause() != RunEvent.Cause.INPUT && watch.checkpoint() > 0) {
      values("", watch.checkpoint());
    }
  }

  private void finished(RunEvent.TaskFinished task) {
    written |= !task.writes().isEmpty();
    if (modes.updates() && shows(task.namespace())) {
      add(name("updates", task.namespace()), () -> update(task));
    }
  }

  private Map<String, @Nullable Object> update(RunEvent.TaskFinished task) {
    Map<String, @Nullable Object> update = new HashMap<>();
    update.put(task.node(), delta(task.writes()));
    return update;
  }

  /** One object of what was written; a list of them where a channel was written more than once. */
  private @Nullable Object delta(List<Write> writes) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    List<Map<String, @Nullable Object>> single = new ArrayList<>();
    for (Write write : writes) {
      Map<String, @Nullable Object> one = new HashMap<>();
      one.put(write.channel(), runtime.codec().plain(write.value()));
      single.add(one);
      all.putAll(one);
    }
    if (writes.isEmpty()) {
      return null;
    }
    return all.size() == writes.size() ? all : single;
  }

  private void committed(RunEvent.StepCommitted commit) {
    if (commit.source() == Source.INPUT) {
      entering.add(commit.namespace());
      return;
    }
    boolean changed = entering.remove(commit.namespace()) ? isChanged(commit) : written;
    if (commit.namespace().isEmpty()) {
      written = false;
    }
    if (changed && shows(commit.namespace())) {
      values(commit.namespace(), commit.checkpoint());
    }
  }

  /** An input without values shows nothing; a subgraph begins with what its parent gave it. */
  private boolean isChanged(RunEvent.StepCommitted entry) {
    if (!modes.values() || !shows(entry.namespace())) {
      return false;
    }
    State before =
        entry.namespace().isEmpty() ? runtime.stateAt(thread, entry.parent()) : State.empty();
    return !before.equals(runtime.stateAt(thread, entry.checkpoint()));
  }

  private void values(String namespace, long checkpoint) {
    if (modes.values()) {
      add(name("values", namespace), () -> state(checkpoint));
    }
  }

  private Map<String, @Nullable Object> state(long checkpoint) {
    State state = runtime.stateAt(thread, checkpoint);
    return runtime.codec().plain(state);
  }

  private void ended() {
    if (watch.error().isPresent()) {
      add("error", () -> watch.error().orElse(null));
      return;
    }
    if (!watch.interrupts().isEmpty()) {
      interrupted(Map.of(INTERRUPT, watch.interrupts()));
    }
    add("end", () -> null);
  }

  /** In a frame of its own, and last: clients take nothing else from a frame that has it. */
  private void interrupted(Map<String, Object> questions) {
    if (modes.updates()) {
      add("updates", () -> questions);
    }
    if (modes.values()) {
      add("values", () -> questions);
    }
  }

  private boolean shows(String namespace) {
    return namespace.isEmpty() || modes.subgraphs();
  }

  private static String name(String mode, String namespace) {
    return namespace.isEmpty() ? mode : mode + "|" + namespace;
  }

  private void add(String event, Supplier<? extends @Nullable Object> data) {
    frames.add(new Frame(count++, event, data));
  }
}
