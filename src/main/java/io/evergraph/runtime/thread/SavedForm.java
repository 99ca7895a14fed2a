package io.evergraph.runtime.thread;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The form in which a thread is saved. Deterministic: it reads a driver, and no store. */
public record SavedForm(StateCodec codec) {
  private static final String FORMAT_FIELD = "format";
  private static final int MOST_IDS = 200;

  /**
   * Up to where a thread has been saved.
   *
   * @param part the number of its last part; 0 for none
   */
  public record Position(long part, ProgressCodec.Saved known) {
    public static final Position NOTHING = new Position(0, ProgressCodec.Saved.NOTHING);

    public Position {
      Objects.requireNonNull(known);
    }
  }

  /**
   * What is saved of a thread beside its parts.
   *
   * @param topology the topology that it began with; null where the runtime does not record it
   * @param position up to where it is saved; null in what earlier releases wrote
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Head(
      int format,
      String version,
      String fingerprint,
      Map<String, Object> metadata,
      Instant created,
      RunMode mode,
      List<String> seen,
      @Nullable JsonNode topology,
      @Nullable Position position) {
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
    private final Position position;
    private final Optional<ProgressCodec.Part> part;

    private Capture(ThreadDriver<?> driver, Position last, @Nullable JsonNode topology) {
      this.thread = driver.id().value();
      Optional<Pregel> pregel = driver.progress().map(ThreadProgress::pregel);
      this.graph = pregel.map(it -> it.spec().name()).orElse("");
      this.progress = progress(driver);
      this.part =
          driver
              .progress()
              .map(it -> new ProgressCodec(codec, it.pregel().graph()).since(it, last.known()));
      this.position = part.map(it -> new Position(last.part() + 1, it.saved())).orElse(last);
      this.head =
          new Head(
              SavedThreads.FORMAT,
              pregel.map(it -> it.spec().version()).orElse(""),
              pregel.map(Pregel::fingerprint).orElse(""),
              driver.views().metadata(),
              driver.created(),
              driver.mode(),
              latest(taken(driver)),
              topology,
              position);
    }

    /** Returns up to where the thread has been saved when this is. */
    public Position position() {
      return position;
    }

    /** Returns how the thread stood. */
    public SavedThread thread(Instant savedAt) {
      return new SavedThread(thread, graph, progress, text(head), savedAt);
    }

    /** Returns what came since the last position; empty where the thread has no graph yet. */
    public Optional<SavedPart> part() {
      return part.map(this::written);
    }

    private SavedPart written(ProgressCodec.Part news) {
      ObjectNode content = (ObjectNode) news.write();
      content.put(FORMAT_FIELD, SavedThreads.FORMAT);
      return new SavedPart(
          thread, position.part(), news.saved().checkpoint(), news.oldest(), text(content));
    }
  }

  /** What waits for its turn is not saved, so that it may come again. */
  private static List<String> taken(ThreadDriver<?> driver) {
    Set<String> waiting =
        driver.waiting().stream().map(ThreadDriver.Message::id).collect(Collectors.toSet());
    return driver.seen().stream().filter(id -> !waiting.contains(id)).toList();
  }

  private static List<String> latest(List<String> ids) {
    return List.copyOf(ids.subList(Math.max(0, ids.size() - MOST_IDS), ids.size()));
  }

  private static SavedThread.Progress progress(ThreadDriver<?> driver) {
    if (driver.isOver()) {
      return SavedThread.Progress.ENDED;
    }
    return driver.isRunning() ? SavedThread.Progress.RUNNING : SavedThread.Progress.STOPPED;
  }

  /**
   * Captures what came to a thread since it was saved last. Belongs under the thread's lock.
   *
   * @param topology the topology that it began with, where that is recorded
   */
  public Capture capture(ThreadDriver<?> driver, Position last, @Nullable JsonNode topology) {
    return new Capture(driver, last, topology);
  }

  private String text(Object form) {
    try {
      return codec.mapper().writeValueAsString(form);
    } catch (JsonProcessingException misfit) {
      throw new IllegalStateException("Expected a thread to have a JSON form.", misfit);
    }
  }

  Head head(SavedThread saved) {
    JsonNode tree = tree(saved.id(), saved.head());
    return Objects.requireNonNull(codec.fromJson(tree, Head.class, place(saved.id())));
  }

  JsonNode tree(String thread, String text) {
    try {
      JsonNode tree = codec.mapper().readTree(text);
      if (tree.path(FORMAT_FIELD).asInt() > SavedThreads.FORMAT) {
        throw new InvalidValueException(
            place(thread),
            "a record of at most format " + SavedThreads.FORMAT,
            "one of format " + tree.path(FORMAT_FIELD) + ", which a later release wrote");
      }
      return tree;
    } catch (JsonProcessingException misfit) {
      throw new InvalidValueException(place(thread), "JSON", misfit.getOriginalMessage())
          .causedBy(misfit);
    }
  }

  static String place(String thread) {
    return "the saved thread '" + thread + "'";
  }
}
