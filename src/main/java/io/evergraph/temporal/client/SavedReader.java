package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.FollowedRun;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.runtime.thread.SavedThreads.Restored;
import io.evergraph.runtime.thread.SavedThreads.SavedGraph;
import io.evergraph.runtime.thread.ThreadViews;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Topology;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.evergraph.temporal.workflow.Topologies;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads threads as the checkpoint store has them, where their workflows cannot be read: the server
 * has forgotten them, somebody has ended them, or no worker answers. Reads nothing without a store.
 */
public final class SavedReader {
  private static final Logger LOG = LoggerFactory.getLogger(SavedReader.class);

  private final Optional<SavedThreads> saved;
  private final StateCodec codec;
  private final GraphRegistry graphs;
  private final Topologies topologies;

  public SavedReader(TemporalConnection connection, GraphRegistry graphs) {
    this.saved = connection.saved();
    this.codec = connection.codec();
    this.graphs = graphs;
    this.topologies = new Topologies(codec);
  }

  /**
   * Reads a thread from the store where it cannot be read from its workflow.
   *
   * @param live reads it from its workflow
   * @param kept reads it as it was saved
   * @throws StoreUnavailableException when the server does not know the thread, and the store
   *     cannot be asked
   */
  public <T> T or(ThreadId thread, Supplier<T> live, Function<Restored, T> kept) {
    try {
      return live.get();
    } catch (UnknownThreadException
        | ThreadEndedException
        | StateMissingException
        | RuntimeUnavailableException unreadable) {
      return findBeside(thread, unreadable)
          .map(found -> read(found, kept, unreadable))
          .orElseThrow(() -> unreadable);
    }
  }

  /** What was not saved may be there all the same, where the workflow could not be asked. */
  private static <T> T read(
      Restored found, Function<Restored, T> kept, RuntimeException unreadable) {
    try {
      return kept.apply(found);
    } catch (UnknownRunException unsaved) {
      throw unreadable instanceof RuntimeUnavailableException ? unreadable : unsaved;
    }
  }

  private Optional<Restored> findBeside(ThreadId thread, RuntimeException unreadable) {
    try {
      return find(thread);
    } catch (StoreUnavailableException away) {
      if (unreadable instanceof UnknownThreadException) {
        throw away;
      }
      unreadable.addSuppressed(away);
      return Optional.empty();
    }
  }

  /**
   * Returns a thread as it was saved; empty where none was.
   *
   * @throws StoreUnavailableException when the store cannot be reached
   */
  public Optional<Restored> find(ThreadId thread) {
    return saved.flatMap(it -> it.find(thread, this::engine));
  }

  private Pregel engine(SavedGraph graph) {
    if (graph.topology() == null) {
      return Pregel.of(graph.in(graphs));
    }
    Graph code = InterpreterServices.codeOf(graphs, graph.name(), graph.version());
    return Pregel.of(topologies.read(new Topology(graph.topology()), code), code);
  }

  /**
   * Returns a run that has stopped.
   *
   * @throws UnknownRunException when the thread was saved without its end
   */
  public RunHandle run(Restored thread, String runId) {
    return thread
        .progress()
        .flatMap(
            progress ->
                progress.events(1).stream()
                    .filter(event -> event.runs().contains(runId) && event.endsRun())
                    .reduce((earlier, later) -> later))
        .map(end -> new Stopped(thread, runId, end))
        .orElseThrow(() -> new UnknownRunException(thread.id().value(), runId));
  }

  /** A run whose end is known. */
  private static final class Stopped extends FollowedRun {
    private final RunResult result;

    Stopped(Restored thread, String runId, RunEvent end) {
      super(thread.id(), runId);
      ThreadViews views = thread.views();
      this.result = result(end, views.now(), views::returnedAt);
    }

    @Override
    protected Optional<RunResult> follow(long deadline) {
      return Optional.of(result);
    }
  }

  /** Returns checkpoints that the server has forgotten; empty where they are nowhere else. */
  List<HistoryEntry> history(ThreadId thread, HistoryQuery query) {
    return reachable(thread).map(it -> it.views().history(query)).orElse(List.of());
  }

  /**
   * Returns events that the server has forgotten; empty where they are nowhere else.
   *
   * @param end the number behind the last one
   */
  List<RunEvent> events(ThreadId thread, long from, long end) {
    return reachable(thread).stream()
        .flatMap(it -> events(it, from).stream())
        .filter(event -> event.number() < end)
        .toList();
  }

  /** Returns a checkpoint that the server has forgotten, to be sent along. */
  Optional<JsonNode> past(ThreadId thread, long checkpoint) {
    return find(thread)
        .flatMap(Restored::progress)
        .filter(progress -> progress.isKept(checkpoint))
        .map(
            progress ->
                new ProgressCodec(codec, progress.pregel().graph())
                    .write(progress.past(checkpoint)));
  }

  /** A store that is away hides only what is nowhere else. */
  private Optional<Restored> reachable(ThreadId thread) {
    try {
      return find(thread);
    } catch (StoreUnavailableException away) {
      LOG.warn("Thread '{}' is read in part: {}", thread, LogContents.message(away));
      return Optional.empty();
    }
  }

  /** Follows a thread on which nothing happens. */
  public static EventStream follow(Restored thread, long from) {
    return new SavedEvents(events(thread, from));
  }

  /** Returns the events of a thread as far as they were saved. */
  public static List<RunEvent> events(Restored thread, long from) {
    return thread.progress().map(it -> it.events(from)).orElse(List.of());
  }
}
