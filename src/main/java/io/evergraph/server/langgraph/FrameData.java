package io.evergraph.server.langgraph;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record FrameData(StateCodec codec, RunPosition position) {

  Map<String, @Nullable Object> plain(State state) {
    return codec.plain(state);
  }

  /** An update by the name of its node, and whether it was kept from before. */
  Map<String, @Nullable Object> update(StreamPart.Update it) {
    Map<String, @Nullable Object> update = JsonObject.of(it.origin().node(), delta(it.writes()));
    if (it.freshness() == StreamPart.Update.Freshness.KEPT) {
      update.put("__metadata__", Map.of("cached", true));
    }
    return update;
  }

  /** One object of what was written; a list of them where a channel was written more than once. */
  private @Nullable Object delta(List<Write> writes) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    List<Map<String, @Nullable Object>> single = new ArrayList<>();
    for (Write write : writes) {
      Map<String, @Nullable Object> one =
          JsonObject.of(write.channel(), codec.plain(write.value()));
      single.add(one);
      all.putAll(one);
    }
    if (writes.isEmpty()) {
      return null;
    }
    return all.size() == writes.size() ? all : single;
  }

  static Map<String, @Nullable Object> progress(StreamPart.Progressed it) {
    return JsonObject.of("type", "progress", "text", it.text(), "fraction", it.fraction());
  }

  static Map<String, @Nullable Object> begun(StreamPart.AttemptBegun it) {
    return attempt("begun", it);
  }

  static Map<String, @Nullable Object> failed(StreamPart.AttemptFailed it) {
    Map<String, @Nullable Object> data = attempt("failed", it);
    data.put("error", it.error());
    data.put("message", it.message());
    data.put("retry_after", it.retryAfter() == null ? null : it.retryAfter().toString());
    return data;
  }

  private static Map<String, @Nullable Object> attempt(String type, StreamPart.Live it) {
    String id = it.origin().taskId();
    String name = it.origin().node();
    return JsonObject.of("type", type, "id", id, "name", name, "attempt", it.attempt());
  }

  Map<String, @Nullable Object> started(StreamPart.TaskStarted it) {
    String trigger =
        it.reason() == StreamPart.TaskStarted.Reason.SENT
            ? "__pregel_push"
            : "branch:to:" + it.origin().node();
    Map<String, @Nullable Object> task = task(it.origin());
    task.put("input", codec.plain(it.input()));
    task.put("triggers", List.of(trigger));
    task.put("interrupts", List.of());
    return task;
  }

  Map<String, @Nullable Object> ended(StreamPart.TaskEnded it) {
    Map<String, @Nullable Object> task = task(it.origin());
    task.put("error", it.error());
    task.put("result", Optional.ofNullable(delta(it.writes())).orElse(Map.of()));
    task.put("interrupts", it.interrupts().stream().map(InterruptResource::of).toList());
    return task;
  }

  private static Map<String, @Nullable Object> task(TaskOrigin origin) {
    return JsonObject.of("id", origin.taskId(), "name", origin.node());
  }

  /** A checkpoint belongs to the thread that made it: there a client can read it. */
  Map<String, @Nullable Object> checkpoint(StreamPart.CheckpointMade it, FramePlaces places) {
    String namespace = places.own(it.namespace());
    Map<String, @Nullable Object> name = name(places.thread(), namespace, it.checkpoint());
    Map<String, @Nullable Object> parent =
        it.parent() == 0 ? null : name(places.thread(), namespace, it.parent());
    Map<String, @Nullable Object> checkpoint = new LinkedHashMap<>();
    checkpoint.put("config", Map.of("configurable", name));
    checkpoint.put("parent_config", parent == null ? null : Map.of("configurable", parent));
    checkpoint.put("checkpoint", name);
    checkpoint.put("parent_checkpoint", parent);
    checkpoint.put("values", codec.plain(it.state()));
    checkpoint.put("metadata", metadata(it, places.thread()));
    checkpoint.put("next", it.next());
    checkpoint.put("tasks", List.of());
    return checkpoint;
  }

  private Map<String, @Nullable Object> metadata(StreamPart.CheckpointMade it, ThreadId thread) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("source", it.source().name().toLowerCase(Locale.ROOT));
    metadata.put("step", it.step());
    metadata.put("parents", Map.of());
    metadata.put("run_id", position.runId());
    metadata.put("thread_id", thread.value());
    return metadata;
  }

  private static Map<String, @Nullable Object> name(
      ThreadId thread, String namespace, long checkpoint) {
    return JsonObject.of(
        "thread_id",
        thread.value(),
        "checkpoint_ns",
        namespace,
        "checkpoint_id",
        CheckpointIds.of(thread, checkpoint));
  }

  Map<String, @Nullable Object> debug(StreamPart.Debug it, FramePlaces places) {
    Map<String, @Nullable Object> debug =
        JsonObject.of("step", it.step(), "timestamp", WireTime.of(it.at()));
    debug.putAll(it.part().match(new DebugContent(this, places)));
    return debug;
  }

  /** Returns the questions that a run waits for; none of them where it stands at a breakpoint. */
  Optional<List<InterruptResource>> interrupts(StreamPart.Ended it) {
    boolean waits = it.end() instanceof RunEvent.RunWaiting;
    boolean pauses = it.end() instanceof RunEvent.RunPaused;
    return waits || pauses
        ? Optional.of(it.interrupts().stream().map(InterruptResource::of).toList())
        : Optional.empty();
  }

  private record DebugContent(FrameData data, FramePlaces places)
      implements StreamPart.TracedCases<Map<String, @Nullable Object>> {

    private static Map<String, @Nullable Object> of(
        String type, Map<String, @Nullable Object> payload) {
      return JsonObject.of("type", type, "payload", payload);
    }

    @Override
    public Map<String, @Nullable Object> taskStarted(StreamPart.TaskStarted it) {
      return of("task", data.started(it));
    }

    @Override
    public Map<String, @Nullable Object> taskEnded(StreamPart.TaskEnded it) {
      return of("task_result", data.ended(it));
    }

    @Override
    public Map<String, @Nullable Object> checkpointMade(StreamPart.CheckpointMade it) {
      return of("checkpoint", data.checkpoint(it, places));
    }
  }
}
