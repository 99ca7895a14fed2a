package io.evergraph.runtime;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Removes large values that nothing names: it reads all that is kept of threads (histories that the
 * server has, of ended threads too, schedules, saved threads), the long-term store, the records of
 * tasks, the node cache and the values that these name, and removes the values whose hash is
 * nowhere among it and that were last put before a grace period. Where one of the places cannot be
 * read, nothing is removed.
 *
 * @param runtime the runtime whose threads use the values; no other may use the same ones
 * @param store the long-term store; null where there is none
 * @param tasks the records of tasks; null where there are none
 * @param grace at least {@link BlobStore#MARGIN}: what is on its way into a history, or was given
 *     to an application that has not sent it yet, is named nowhere
 * @param dryRun whether it only counts
 */
public record BlobCleanUp(
    GraphRuntime runtime,
    BlobStore blobs,
    @Nullable Store store,
    @Nullable TaskRecords tasks,
    Duration grace,
    boolean dryRun) {
  /** How long a value stays that nothing names, where nobody says otherwise. */
  public static final Duration USUAL_GRACE = Duration.ofDays(1);

  private static final int PAGE = 1_000;

  /** Refuses a grace period in which a value may be on its way. */
  public BlobCleanUp {
    if (grace.compareTo(BlobStore.MARGIN) < 0) {
      throw new InvalidInputException("grace", "at least " + BlobStore.MARGIN, grace.toString());
    }
  }

  /** Returns the clean-up of the values that the threads of a runtime use. */
  public static BlobCleanUp of(GraphRuntime runtime, BlobStore blobs) {
    return new BlobCleanUp(runtime, blobs, null, null, USUAL_GRACE, false);
  }

  /** Returns this with a long-term store. */
  public BlobCleanUp store(@Nullable Store memory) {
    return new BlobCleanUp(runtime, blobs, memory, tasks, grace, dryRun);
  }

  /** Returns this with records of tasks. */
  public BlobCleanUp tasks(@Nullable TaskRecords records) {
    return new BlobCleanUp(runtime, blobs, store, records, grace, dryRun);
  }

  /** Returns this with another grace period. */
  public BlobCleanUp grace(Duration time) {
    return new BlobCleanUp(runtime, blobs, store, tasks, time, dryRun);
  }

  /** Returns this, only counting if so wanted. */
  public BlobCleanUp dryRun(boolean only) {
    return new BlobCleanUp(runtime, blobs, store, tasks, grace, only);
  }

  /**
   * What a clean-up did.
   *
   * @param removed how many values were removed, or would be
   * @param named how many stay because something names them
   * @param recent how many stay only because they were put lately
   */
  public record Report(boolean dryRun, int removed, int named, int recent) {}

  /**
   * Cleans up.
   *
   * @param now the end of the grace period
   * @throws io.evergraph.error.GraphException when a place cannot be read, or a value not removed
   */
  public Report run(Instant now) {
    Instant before = now.minus(grace);
    Set<String> named = new HashSet<>(named());
    if (!unnamed(before, named).isEmpty()) {
      // what a node copies meanwhile from one place to another may be missed once
      named.addAll(named());
    }
    Set<String> unnamed = unnamed(before, named);
    int removed =
        dryRun ? unnamed.size() : blobs.deleteUnusedSince(before, it -> named.contains(it.hash()));
    Set<String> left = byHash().keySet();
    left.removeAll(unnamed);
    int stay = left.size();
    left.retainAll(named);
    return new Report(dryRun, removed, left.size(), stay - left.size());
  }

  private Set<String> unnamed(Instant before, Set<String> named) {
    Set<String> found = new HashSet<>();
    int unused =
        blobs.deleteUnusedSince(
            before,
            it -> {
              found.add(it.hash());
              return true;
            });
    found.removeAll(named);
    return found;
  }

  private Map<String, BlobReference> byHash() {
    Map<String, BlobReference> all = new HashMap<>();
    blobs.references().forEach(it -> all.put(it.hash(), it));
    return all;
  }

  /** A value that is named may name others. */
  private Set<String> named() {
    Map<String, BlobReference> known = byHash();
    BlobNames names = new BlobNames(known.keySet());
    runtime.kept().read(names::in);
    if (store != null) {
      store.read(item -> names.in(text(item.value())));
    }
    if (tasks != null) {
      read(tasks, task -> names.in(text(List.of(task.input(), task.context()))));
    }
    runtime.cache().read(names::in);
    for (String hash = names.next(); hash != null; hash = names.next()) {
      BlobReference reference = Objects.requireNonNull(known.get(hash));
      names.in(new String(blobs.get(reference), ISO_8859_1));
    }
    return names.found();
  }

  private static void read(TaskRecords records, Consumer<TaskRecord> each) {
    int offset = 0;
    List<TaskRecord> page = records.list(TaskQuery.all().page(PAGE, offset));
    while (!page.isEmpty()) {
      page.forEach(each);
      offset += page.size();
      page = records.list(TaskQuery.all().page(PAGE, offset));
    }
  }

  private String text(Object value) {
    return runtime.codec().toJson(value).toString();
  }
}
