package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Source;
import io.evergraph.pregel.TaskReport;
import io.evergraph.state.State;
import io.evergraph.state.StreamableMessage;
import io.evergraph.state.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One thing to see of a run while it goes on. */
public sealed interface StreamPart {
  /** Returns the mode that shows it; empty for what is always shown. */
  default Optional<StreamMode> mode() {
    return Stream.of(StreamMode.values()).filter(mode -> mode.shows(this)).findFirst();
  }

  /** Returns the frame; empty for the graph itself. */
  String namespace();

  /** Does what fits the kind of this part. */
  <R> R match(Cases<R> cases);

  /** One handler for each kind of part. */
  interface Cases<R> extends TracedCases<R> {
    /** Handles {@link Values}. */
    R values(Values it);

    /** Handles {@link Update}. */
    R update(Update it);

    /** Handles {@link MessageChunk}. */
    R messageChunk(MessageChunk it);

    /** Handles {@link MessageFinished}. */
    R messageFinished(MessageFinished it);

    /** Handles {@link Custom}. */
    R custom(Custom it);

    /** Handles {@link Progressed}. */
    R progressed(Progressed it);

    /** Handles {@link AttemptBegun}. */
    R attemptBegun(AttemptBegun it);

    /** Handles {@link AttemptFailed}. */
    R attemptFailed(AttemptFailed it);

    /** Handles {@link Debug}. */
    R debug(Debug it);

    /** Handles {@link Ended}. */
    R ended(Ended it);
  }

  /** One handler for each kind of part that {@link Debug} may hold. */
  interface TracedCases<R> {
    /** Handles {@link TaskStarted}. */
    R taskStarted(TaskStarted it);

    /** Handles {@link TaskEnded}. */
    R taskEnded(TaskEnded it);

    /** Handles {@link CheckpointMade}. */
    R checkpointMade(CheckpointMade it);
  }

  /** A part that those are shown too who look for faults. */
  sealed interface Traced extends StreamPart {
    /** Does what fits the kind of this part. */
    <R> R match(TracedCases<R> cases);

    @Override
    default <R> R match(Cases<R> cases) {
      return match((TracedCases<R>) cases);
    }
  }

  /** A part that comes from one task. */
  sealed interface OfTask extends StreamPart {
    /** Returns the task that it comes from. */
    TaskOrigin origin();

    @Override
    default String namespace() {
      return origin().namespace();
    }
  }

  /** A part that only those see who watch: it is not recorded. */
  sealed interface Live extends OfTask {
    /** Returns when it was emitted. */
    Instant at();

    /**
     * Returns the attempt of the task, from 1. Attempts that were lost with their worker are
     * counted too, which policies do not: each begins anew.
     */
    int attempt();
  }

  /**
   * What the channels hold.
   *
   * @param checkpoint the checkpoint that holds it, by its number on the thread of the namespace:
   *     that of a subgraph may have one of its own
   * @param state the wanted channels of it
   */
  record Values(String namespace, long checkpoint, State state) implements StreamPart {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.values(this);
    }
  }

  /**
   * What a node wrote.
   *
   * @param writes the wanted channels of it, in order
   * @param freshness whether it was written in this run
   */
  record Update(TaskOrigin origin, List<Write> writes, Freshness freshness) implements OfTask {
    public Update {
      writes = List.copyOf(writes);
    }

    /** Whether an update was written in this run. */
    public enum Freshness {
      /** The node has run. */
      NEW,
      /** It was kept from before the run, which goes on beside it. */
      KEPT
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.update(this);
    }
  }

  /**
   * A piece of a message that a node is about to write.
   *
   * @param at when it was emitted
   * @param attempt the attempt, from 1; a further one begins the message anew
   * @param messageId the id that the message will have
   * @param delta what follows the pieces before it
   */
  record MessageChunk(TaskOrigin origin, Instant at, int attempt, String messageId, String delta)
      implements Live {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.messageChunk(this);
    }
  }

  /**
   * A message that a node wrote; each id comes once.
   *
   * @param unseen its text as far as no piece has shown it here; all of it where none came
   */
  record MessageFinished(TaskOrigin origin, StreamableMessage message, String unseen)
      implements OfTask {
    /** Returns whether pieces of it came before. */
    public boolean wasStreamed() {
      return unseen.length() < message.text().length();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.messageFinished(this);
    }
  }

  /**
   * A value of a node's own making.
   *
   * @param at when it was emitted
   * @param attempt the attempt, from 1
   * @param value plain values
   */
  record Custom(TaskOrigin origin, Instant at, int attempt, @Nullable Object value)
      implements Live {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.custom(this);
    }
  }

  /**
   * How far a node has come.
   *
   * @param at when it was emitted
   * @param attempt the attempt, from 1
   * @param text what it does now
   * @param fraction the part that is done, from 0 to 1; null when nobody knows
   */
  record Progressed(
      TaskOrigin origin, Instant at, int attempt, String text, @Nullable Double fraction)
      implements Live {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.progressed(this);
    }
  }

  /**
   * Another attempt of a task begins; the first one begins with its task.
   *
   * @param at when it began
   * @param attempt the attempt, from 2
   */
  record AttemptBegun(TaskOrigin origin, Instant at, int attempt) implements Live {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.attemptBegun(this);
    }
  }

  /**
   * An attempt of a task has failed.
   *
   * @param at when it failed
   * @param attempt the attempt, from 1
   * @param error the class name of what the node threw
   * @param message its message
   * @param retryAfter the pause before the next attempt; null when it was the last one
   */
  record AttemptFailed(
      TaskOrigin origin,
      Instant at,
      int attempt,
      String error,
      String message,
      @Nullable Duration retryAfter)
      implements Live {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.attemptFailed(this);
    }
  }

  /**
   * A task is ready to run.
   *
   * @param input what it reads
   * @param reason why it exists
   */
  record TaskStarted(TaskOrigin origin, State input, Reason reason) implements OfTask, Traced {
    /** Why a task exists. */
    public enum Reason {
      /** An edge or a route leads to its node. */
      EDGE,
      /** It was sent. */
      SENT
    }

    @Override
    public <R> R match(TracedCases<R> cases) {
      return cases.taskStarted(this);
    }
  }

  /**
   * A task has stopped.
   *
   * @param writes what it wrote; empty where it failed or asked
   * @param error why it failed, as {@code type: message}; null when it has not
   * @param interrupts what it asked
   * @param report what it cost
   */
  record TaskEnded(
      TaskOrigin origin,
      List<Write> writes,
      @Nullable String error,
      List<Interrupt> interrupts,
      TaskReport report)
      implements OfTask, Traced {
    public TaskEnded {
      writes = List.copyOf(writes);
      interrupts = List.copyOf(interrupts);
    }

    /** Returns the part for a task that asks a question. */
    public static TaskEnded asking(TaskOrigin origin, Interrupt question) {
      return new TaskEnded(origin, List.of(), null, List.of(question), TaskReport.NONE);
    }

    @Override
    public <R> R match(TracedCases<R> cases) {
      return cases.taskEnded(this);
    }
  }

  /**
   * A checkpoint was made. Its numbers are those of the thread of the namespace: that of a subgraph
   * may have one of its own.
   *
   * @param parent the number of the checkpoint before; 0 for the first
   * @param source what brought it about
   * @param state what it holds of the wanted channels
   * @param next the nodes that follow
   */
  record CheckpointMade(
      String namespace,
      int step,
      long checkpoint,
      long parent,
      Source source,
      State state,
      List<String> next)
      implements Traced {
    public CheckpointMade {
      next = List.copyOf(next);
    }

    @Override
    public <R> R match(TracedCases<R> cases) {
      return cases.checkpointMade(this);
    }
  }

  /**
   * A task's begin or end, or a checkpoint, for those who look for faults.
   *
   * @param at when it was recorded
   * @param part what it is
   */
  record Debug(Instant at, int step, Traced part) implements StreamPart {
    @Override
    public String namespace() {
      return part.namespace();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.debug(this);
    }
  }

  /**
   * The run has stopped; nothing follows.
   *
   * @param end how
   * @param checkpoint the latest checkpoint of the graph itself in the events that were read; 0 for
   *     none
   * @param interrupts the questions that it left open
   * @param failures the failures that it left, in the order of their events
   */
  record Ended(
      RunEvent end, long checkpoint, List<Interrupt> interrupts, List<RunEvent.TaskFailed> failures)
      implements StreamPart {
    public Ended {
      interrupts = List.copyOf(interrupts);
      failures = List.copyOf(failures);
    }

    @Override
    public String namespace() {
      return "";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.ended(this);
    }
  }
}
