package io.evergraph.runtime.stream;

import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.spi.Emitted;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * What nodes emit, held until its place among what is recorded has come: after the plan of its
 * task, before the result. Not safe for use by several threads.
 */
final class LiveParts {
  private static final int MOST_HELD = 4096;

  /**
   * A late reader may hear of all that a node has emitted before it reads that its run has begun.
   */
  private static final int MOST_HELD_BEFORE = 65_536;

  private final Deque<Emitted> held = new ArrayDeque<>();
  private final FollowedThread run;
  private final StreamOptions options;
  private final SeenMessages messages;

  LiveParts(FollowedThread run, StreamOptions options, SeenMessages messages) {
    this.run = run;
    this.options = options;
    this.messages = messages;
  }

  void hold(List<Emitted> more) {
    more.stream().filter(this::isWanted).forEach(held::add);
  }

  private boolean isWanted(Emitted emitted) {
    StreamMode mode =
        emitted
            .emission()
            .match(
                custom -> StreamMode.CUSTOM,
                progress -> StreamMode.CUSTOM,
                text -> StreamMode.MESSAGES,
                begun -> StreamMode.ATTEMPTS,
                failed -> StreamMode.ATTEMPTS);
    return options.has(mode) && options.shows(emitted.namespace(), emitted.node());
  }

  /**
   * Returns what comes before an event: all of the task that it ends, and what came before that.
   */
  List<StreamPart> before(RunEvent event) {
    int last = 0;
    int place = 0;
    for (Emitted emitted : held) {
      place++;
      last = isEndedBy(event, emitted) ? place : last;
    }
    return release(last);
  }

  private static boolean isEndedBy(RunEvent event, Emitted emitted) {
    if (event instanceof RunEvent.TaskFinished finished) {
      return isOf(finished.taskId(), emitted);
    }
    if (event instanceof RunEvent.TaskFailed failed) {
      return isOf(failed.taskId(), emitted);
    }
    return event instanceof InterruptEvent.InterruptOpened opened
        ? isOf(opened.interrupt().taskId(), emitted)
        : event.endsRun() && event.runs().contains(emitted.runId());
  }

  /** The inside of a task may run on another thread, whose events are not read here. */
  private static boolean isOf(String taskId, Emitted emitted) {
    return taskId.equals(emitted.taskId())
        || Namespaces.tasks(emitted.namespace()).contains(taskId);
  }

  /** Returns what may be shown now; of the rest, the latest are held. */
  List<StreamPart> due() {
    List<StreamPart> parts = release(held.size());
    int most = run.hasBegun() ? MOST_HELD : MOST_HELD_BEFORE;
    while (held.size() > most) {
      held.removeFirst();
    }
    return parts;
  }

  private List<StreamPart> release(int first) {
    List<StreamPart> parts = new ArrayList<>();
    Iterator<Emitted> waiting = held.iterator();
    for (int place = 0; place < first && run.hasBegun(); place++) {
      Emitted emitted = waiting.next();
      if (run.isPlanned(emitted)) {
        waiting.remove();
        if (run.isOfRun(emitted)) {
          parts.add(part(emitted));
        }
      }
    }
    return parts;
  }

  private StreamPart part(Emitted emitted) {
    TaskOrigin origin =
        new TaskOrigin(emitted.namespace(), emitted.step(), emitted.taskId(), emitted.node());
    Instant at = emitted.at();
    int attempt = emitted.attempt();
    return emitted
        .emission()
        .match(
            custom -> new StreamPart.Custom(origin, at, attempt, custom.value()),
            progress ->
                new StreamPart.Progressed(
                    origin, at, attempt, progress.text(), progress.fraction()),
            text -> {
              messages.streamed(text.messageId(), attempt, text.delta());
              return new StreamPart.MessageChunk(
                  origin, at, attempt, text.messageId(), text.delta());
            },
            begun -> new StreamPart.AttemptBegun(origin, at, attempt),
            failed ->
                new StreamPart.AttemptFailed(
                    origin, at, attempt, failed.error(), failed.message(), failed.retryAfter()));
  }
}
