package io.evergraph.runtime.thread;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.ErasureLog;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.thread.SavedForm.Head;
import io.evergraph.runtime.thread.SavedForm.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Threads as a {@link CheckpointStore} keeps them, and how they go on from there.
 *
 * <p>Safe for use by several threads, but for the drivers that it captures.
 */
public final class SavedThreads {
  /** The version of what is written; what earlier versions wrote is read. */
  public static final int FORMAT = 1;

  private static final int PAGE = 500;

  /** How the ids of threads end that work for tasks, see {@link Caller#childOf}. */
  private static final Pattern TASK_AT_THE_END =
      Pattern.compile("\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$");

  private final CheckpointStore store;
  private final SavedForm form;

  public SavedThreads(CheckpointStore store, StateCodec codec) {
    this.store = store;
    this.form = new SavedForm(codec);
  }

  /** Returns what the store is called. */
  public String kind() {
    return store.kind();
  }

  /** Captures what came to a thread since it was saved last. Belongs under the thread's lock. */
  public SavedForm.Capture capture(ThreadDriver<?> driver, Position last) {
    return form.capture(driver, last, null);
  }

  /**
   * What a store is known to hold of a thread.
   *
   * @param position up to where it is saved
   * @param savedAt when; null where nothing is saved
   */
  public record Known(Position position, @Nullable Instant savedAt) {
    /** Nothing is saved. */
    public static final Known NOTHING = new Known(Position.NOTHING, null);

    /** Records of a thread are told apart by their times. */
    private Instant next(Instant now) {
      return savedAt == null || now.isAfter(savedAt.plusMillis(1)) ? now : savedAt.plusMillis(1);
    }
  }

  /**
   * Saves how a thread stood.
   *
   * @return what the store holds then; empty where it held something else than is known, and
   *     nothing has changed
   */
  public Optional<Known> save(SavedForm.Capture capture, Known known, Instant now) {
    SavedPart part = capture.part().orElse(null);
    return save(capture.thread(now), part, capture.position(), known);
  }

  /**
   * Saves how a thread stood.
   *
   * @param part what came to it; null where it has no graph yet
   * @param position up to where it is saved with that
   * @return what the store holds then; empty where it held something else than is known, and
   *     nothing has changed
   */
  public Optional<Known> save(
      SavedThread thread, @Nullable SavedPart part, Position position, Known known) {
    SavedThread next = thread.at(known.next(thread.savedAt()));
    return store.save(next, part, known.savedAt())
        ? Optional.of(new Known(position, next.savedAt()))
        : Optional.empty();
  }

  /** Deletes what was saved of a thread; returns whether something was. */
  public boolean delete(ThreadId thread) {
    return store.delete(thread.value());
  }

  /**
   * Erases what was saved of threads, the last one first, up to the first that cannot be reached:
   * callers tell whom they have called.
   *
   * @param threads callers before those that they call
   * @return whether all were reached
   */
  public boolean erase(Set<ThreadId> threads, ErasureLog log) {
    List<ThreadId> calledFirst = new ArrayList<>(threads);
    Collections.reverse(calledFirst);
    return calledFirst.stream().allMatch(id -> erase(id, log));
  }

  private boolean erase(ThreadId id, ErasureLog log) {
    return log.remove(
        Place.CHECKPOINTS, id.value(), () -> (log.isDryRun() ? has(id) : delete(id)) ? 1 : 0);
  }

  /** Deletes the threads that have stopped and were saved last before a time; returns how many. */
  public int deleteStopped(Instant savedBefore) {
    return store.deleteStopped(savedBefore);
  }

  /** Returns the ids of the threads that may go on, in pages. */
  public List<String> open(String after) {
    return store.open(after, PAGE).stream().map(SavedThread::id).toList();
  }

  /** Returns the ids of all threads that are saved. */
  public List<String> all() {
    List<String> all = new ArrayList<>();
    List<String> page = store.ids("", PAGE);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = store.ids(page.get(page.size() - 1), PAGE);
    }
    return all;
  }

  /** Returns the threads that are saved and work for tasks of a thread, or for tasks of those. */
  public Set<ThreadId> descendants(ThreadId thread) {
    Map<String, String> callers = callers(Caller.beginningOfChildren(thread.value()));
    Set<String> family = new LinkedHashSet<>(Set.of(thread.value()));
    Set<String> children = family;
    while (!children.isEmpty()) {
      Set<String> above = children;
      children =
          callers.keySet().stream()
              .filter(id -> above.contains(callers.get(id)) && !family.contains(id))
              .collect(Collectors.toCollection(LinkedHashSet::new));
      family.addAll(children);
    }
    family.remove(thread.value());
    return family.stream().map(ThreadId::of).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns who called the threads whose ids begin so, by their ids. */
  private Map<String, String> callers(String beginning) {
    Map<String, String> callers = new LinkedHashMap<>();
    List<String> page = store.ids(beginning, PAGE);
    while (!page.isEmpty() && page.get(0).startsWith(beginning)) {
      page.stream()
          .filter(id -> id.startsWith(beginning))
          .forEach(id -> caller(id).ifPresent(caller -> callers.put(id, caller)));
      page = store.ids(page.get(page.size() - 1), PAGE);
    }
    return callers;
  }

  /** Returns who called a thread; of one that cannot be read its id tells. */
  private Optional<String> caller(String id) {
    List<SavedPart> parts = store.parts(id);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    JsonNode last = readable(parts.get(parts.size() - 1));
    if (!ProgressCodec.isPart(last)) {
      return Optional.of(TASK_AT_THE_END.matcher(id).replaceFirst(""));
    }
    return ProgressCodec.caller(last)
        .filter(caller -> Caller.childOf(caller.thread(), caller.taskId()).equals(id))
        .map(Caller::thread);
  }

  private JsonNode readable(SavedPart part) {
    try {
      return form.tree(part.thread(), part.content());
    } catch (InvalidValueException damaged) {
      return MissingNode.getInstance();
    }
  }

  /** Reads all that is saved, as the texts that the store holds. */
  public void read(Consumer<String> each) {
    for (String thread : all()) {
      store.find(thread).ifPresent(saved -> each.accept(saved.head()));
      store.parts(thread).forEach(part -> each.accept(part.content()));
    }
  }

  /** Returns whether something is saved of a thread. */
  public boolean has(ThreadId thread) {
    return store.find(thread.value()).isPresent();
  }

  /**
   * Which thread was saved, and up to where.
   *
   * @param created when the thread began: another one may have had its id before
   */
  public record Mark(Instant created, Known known) {
    /**
     * Returns what is known of the thread that began then: of an earlier one, when it was saved.
     */
    public Known of(Instant begun) {
      return created.equals(begun) ? known : new Known(Position.NOTHING, known.savedAt());
    }
  }

  /** Returns that something is saved of a thread, to be replaced as a whole whatever it is. */
  public Known unread(ThreadId thread) {
    return store
        .find(thread.value())
        .map(it -> new Known(Position.NOTHING, it.savedAt()))
        .orElse(Known.NOTHING);
  }

  /** Returns up to where a thread has been saved; empty where none was. */
  public Optional<Mark> mark(ThreadId thread) {
    return store.find(thread.value()).map(this::mark);
  }

  private Mark mark(SavedThread saved) {
    Head head = form.head(saved);
    Position known = head.position();
    return new Mark(
        head.created(), new Known(known == null ? position(saved) : known, saved.savedAt()));
  }

  /** What earlier releases saved tells the number of its last event in its last part. */
  private Position position(SavedThread saved) {
    List<SavedPart> parts = store.parts(saved.id());
    if (parts.isEmpty()) {
      return Position.NOTHING;
    }
    SavedPart last = parts.get(parts.size() - 1);
    JsonNode content = form.tree(saved.id(), last.content());
    return new Position(
        last.number(),
        new ProgressCodec.Saved(last.lastCheckpoint(), ProgressCodec.lastEvent(content)));
  }

  /**
   * The graph of a saved thread.
   *
   * @param topology the topology that the thread began with, where that was recorded
   */
  public record SavedGraph(
      String thread, String name, String version, String fingerprint, @Nullable JsonNode topology) {

    /**
     * Returns the code of this very version.
     *
     * @throws io.evergraph.error.UnknownGraphException when it is not registered
     * @throws GraphChangedException when it is another graph now
     */
    public Graph in(GraphRegistry graphs) {
      Graph graph = graphs.graph(name, version);
      if (!graph.fingerprint().equals(fingerprint)) {
        throw new GraphChangedException(
            thread, graph.name(), version, fingerprint, graph.fingerprint());
      }
      return graph;
    }
  }

  /**
   * A thread as it was saved.
   *
   * @param isOver whether no run can begin on it any more
   * @param seen the ids of the messages that came before, oldest first
   * @param progress empty where it has no graph yet
   */
  public record Restored(
      ThreadId id,
      boolean isOver,
      Map<String, Object> metadata,
      Instant created,
      RunMode mode,
      List<String> seen,
      Optional<ThreadProgress> progress,
      Known known) {

    /** Returns what it shows of itself. */
    public ThreadViews views() {
      return new ThreadViews(id, metadata, created, progress.orElse(null), List.of());
    }
  }

  /**
   * Reads a thread.
   *
   * @param engines gives the engine of its graph; what it throws is thrown
   * @return empty where none was saved
   * @throws InvalidValueException when a later release wrote it, or it is damaged
   * @throws io.evergraph.error.StoreUnavailableException when the store cannot be reached
   */
  public Optional<Restored> find(ThreadId thread, Function<SavedGraph, Pregel> engines) {
    return store.find(thread.value()).map(saved -> readable(saved, engines));
  }

  private Restored readable(SavedThread saved, Function<SavedGraph, Pregel> engines) {
    try {
      return restored(saved, engines);
    } catch (GraphException explained) {
      throw explained;
    } catch (RuntimeException | StackOverflowError damaged) {
      throw new InvalidValueException(
              SavedForm.place(saved.id()), "a record that is whole", "" + damaged)
          .causedBy(damaged);
    }
  }

  private Restored restored(SavedThread saved, Function<SavedGraph, Pregel> engines) {
    Head head = form.head(saved);
    if (saved.progress() == SavedThread.Progress.UNKNOWN) {
      throw new InvalidValueException(
          SavedForm.place(saved.id()), "a progress that this release knows", "another one");
    }
    List<SavedPart> parts = saved.graph().isEmpty() ? List.of() : store.parts(saved.id());
    Optional<ThreadProgress> progress =
        parts.isEmpty() ? Optional.empty() : Optional.of(progress(saved, head, parts, engines));
    return new Restored(
        ThreadId.of(saved.id()),
        saved.progress() == SavedThread.Progress.ENDED,
        head.metadata(),
        head.created(),
        head.mode(),
        head.seen(),
        progress,
        new Known(
            progress.map(it -> position(parts, it)).orElse(Position.NOTHING), saved.savedAt()));
  }

  private static Position position(List<SavedPart> parts, ThreadProgress progress) {
    SavedPart last = parts.get(parts.size() - 1);
    return new Position(
        last.number(), new ProgressCodec.Saved(last.lastCheckpoint(), progress.lastEvent()));
  }

  private ThreadProgress progress(
      SavedThread saved, Head head, List<SavedPart> parts, Function<SavedGraph, Pregel> engines) {
    Pregel pregel =
        engines.apply(
            new SavedGraph(
                saved.id(), saved.graph(), head.version(), head.fingerprint(), head.topology()));
    List<JsonNode> trees = parts.stream().map(it -> form.tree(it.thread(), it.content())).toList();
    return new ProgressCodec(form.codec(), pregel.graph()).read(pregel, trees);
  }
}
