package io.evergraph.runtime.thread;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Threads as a {@link CheckpointStore} keeps them, and how they go on from there.
 *
 * <p>Safe for use by several threads, but for the drivers that it captures.
 */
public final class SavedThreads {
  /** The version of what is written; what earlier versions wrote is read. */
  public static final int FORMAT = 1;

  private static final String FORMAT_FIELD = "format";
  private static final int MOST_IDS = 200;
  private static final int PAGE = 500;

  private final CheckpointStore store;
  private final StateCodec codec;
  private final GraphRegistry graphs;

  public SavedThreads(CheckpointStore store, StateCodec codec, GraphRegistry graphs) {
    this.store = store;
    this.codec = codec;
    this.graphs = graphs;
  }

  /**
   * Up to where a thread has been saved.
   *
   * @param part the number of its last part; 0 for none
   */
  public record Position(long part, ProgressCodec.Saved known) {
    public static final Position NOTHING = new Position(0, ProgressCodec.Saved.NOTHING);
  }

  private record Head(
      int format,
      String version,
      String fingerprint,
      Map<String, Object> metadata,
      Instant created,
      RunMode mode,
      List<String> seen) {
    Head {
      Objects.requireNonNull(version);
      Objects.requireNonNull(fingerprint);
      metadata = Map.copyOf(metadata);
      Objects.requireNonNull(created);
      Objects.requireNonNull(mode);
      seen = List.copyOf(seen);
    }
  }

  /** How a thread stood at one moment; holds nothing that changes any more. */
  public final class Capture {
    private final String thread;
    private final String graph;
    private final SavedThread.Progress progress;
    private final Head head;
    private final Position last;
    private final Optional<ProgressCodec.Part> part;

    private Capture(ThreadDriver<?> driver, Position last) {
      this.thread = driver.id().value();
      Optional<Pregel> pregel = driver.progress().map(ThreadProgress::pregel);
      this.graph = pregel.map(it -> it.spec().name()).orElse("");
      this.progress = progress(driver);
      List<String> seen = driver.seen();
      this.head =
          new Head(
              FORMAT,
              pregel.map(it -> it.spec().version()).orElse(""),
              pregel.map(Pregel::fingerprint).orElse(""),
              driver.views().metadata(),
              driver.created(),
              driver.mode(),
              List.copyOf(seen.subList(Math.max(0, seen.size() - MOST_IDS), seen.size())));
      this.last = last;
      this.part =
          driver
              .progress()
              .map(it -> new ProgressCodec(codec, it.pregel().graph()).since(it, last.known()));
    }

    /** Returns up to where the thread has been saved when this is. */
    public Position position() {
      return part.map(it -> new Position(last.part() + 1, it.saved())).orElse(last);
    }

    /** Saves it; a second time changes nothing. */
    public void save(Instant now) {
      SavedThread saved = new SavedThread(thread, graph, progress, text(head), now);
      part.ifPresentOrElse(it -> store.save(saved, savedPart(it)), () -> store.save(saved));
    }

    private SavedPart savedPart(ProgressCodec.Part news) {
      ObjectNode content = (ObjectNode) news.write();
      content.put(FORMAT_FIELD, FORMAT);
      return new SavedPart(
          thread, last.part() + 1, news.saved().checkpoint(), news.oldest(), text(content));
    }
  }

  private static SavedThread.Progress progress(ThreadDriver<?> driver) {
    if (driver.isOver()) {
      return SavedThread.Progress.ENDED;
    }
    return driver.isRunning() ? SavedThread.Progress.RUNNING : SavedThread.Progress.STOPPED;
  }

  private String text(Object form) {
    try {
      return codec.mapper().writeValueAsString(form);
    } catch (JsonProcessingException misfit) {
      throw new IllegalStateException("Expected a thread to have a JSON form.", misfit);
    }
  }

  /** Captures what came to a thread since it was saved last. Belongs under the thread's lock. */
  public Capture capture(ThreadDriver<?> driver, Position last) {
    return new Capture(driver, last);
  }

  /** Deletes what was saved of a thread. */
  public void delete(ThreadId thread) {
    boolean unused = store.delete(thread.value());
  }

  /** Deletes the threads that have stopped and were saved last before a time; returns how many. */
  public int deleteStopped(Instant savedBefore) {
    return store.deleteStopped(savedBefore);
  }

  /** Returns the ids of the threads that may go on, in pages. */
  public List<String> open(String after) {
    return store.open(after, PAGE).stream().map(SavedThread::id).toList();
  }

  /**
   * A thread as it was saved.
   *
   * @param seen the ids of the messages that came before, oldest first
   * @param progress empty where it has no graph yet
   */
  public record Restored(
      ThreadId id,
      Map<String, Object> metadata,
      Instant created,
      RunMode mode,
      List<String> seen,
      Optional<ThreadProgress> progress,
      Position position) {}

  /**
   * Reads a thread.
   *
   * @param engines gives the engine of a graph
   * @return empty where none was saved
   * @throws io.evergraph.error.UnknownGraphException when the version of its graph is not
   *     registered
   * @throws GraphChangedException when that version is another graph now
   * @throws InvalidValueException when a later release wrote it
   * @throws io.evergraph.error.StoreUnavailableException when the store cannot be reached
   */
  public Optional<Restored> find(String thread, Function<Graph, Pregel> engines) {
    return store.find(thread).map(saved -> restored(saved, engines));
  }

  private Restored restored(SavedThread saved, Function<Graph, Pregel> engines) {
    Head head = head(saved);
    List<SavedPart> parts = saved.graph().isEmpty() ? List.of() : store.parts(saved.id());
    Optional<ThreadProgress> progress =
        parts.isEmpty() ? Optional.empty() : Optional.of(progress(saved, head, parts, engines));
    return new Restored(
        ThreadId.of(saved.id()),
        head.metadata(),
        head.created(),
        head.mode(),
        head.seen(),
        progress,
        progress.map(it -> position(parts, it)).orElse(Position.NOTHING));
  }

  private static Position position(List<SavedPart> parts, ThreadProgress progress) {
    SavedPart last = parts.get(parts.size() - 1);
    return new Position(
        last.number(), new ProgressCodec.Saved(last.lastCheckpoint(), progress.lastEvent()));
  }

  private Head head(SavedThread saved) {
    JsonNode tree = tree(saved.id(), saved.head());
    return Objects.requireNonNull(codec.fromJson(tree, Head.class, place(saved.id())));
  }

  private ThreadProgress progress(
      SavedThread saved, Head head, List<SavedPart> parts, Function<Graph, Pregel> engines) {
    Graph graph = graphs.graph(saved.graph(), head.version());
    if (!graph.fingerprint().equals(head.fingerprint())) {
      throw new GraphChangedException(
          saved.id(), graph.name(), head.version(), head.fingerprint(), graph.fingerprint());
    }
    List<JsonNode> trees = parts.stream().map(it -> tree(it.thread(), it.content())).toList();
    return new ProgressCodec(codec, graph).read(engines.apply(graph), trees);
  }

  private JsonNode tree(String thread, String text) {
    try {
      JsonNode tree = codec.mapper().readTree(text);
      if (tree.path(FORMAT_FIELD).asInt() > FORMAT) {
        throw new InvalidValueException(
            place(thread),
            "a record of at most format " + FORMAT,
            "one of format " + tree.path(FORMAT_FIELD) + ", which a later release wrote");
      }
      return tree;
    } catch (JsonProcessingException misfit) {
      throw new InvalidValueException(place(thread), "JSON", misfit.getOriginalMessage())
          .causedBy(misfit);
    }
  }

  private static String place(String thread) {
    return "the saved thread '" + thread + "'";
  }
}
