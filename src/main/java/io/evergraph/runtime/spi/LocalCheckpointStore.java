package io.evergraph.runtime.spi;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps threads in the memory of this process, for as long as somebody holds this. */
public final class LocalCheckpointStore implements CheckpointStore {
  private final NavigableMap<String, SavedThread> threads = new TreeMap<>();
  private final Map<String, NavigableMap<Long, SavedPart>> parts = new TreeMap<>();

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public synchronized boolean save(
      SavedThread thread, @Nullable SavedPart part, @Nullable Instant last) {
    Instant known = find(thread.id()).map(SavedThread::savedAt).orElse(null);
    if (!Objects.equals(known, last)) {
      return false;
    }
    threads.put(thread.id(), thread);
    Optional.ofNullable(part).ifPresent(news -> save(thread, news));
    return true;
  }

  private void save(SavedThread thread, SavedPart part) {
    NavigableMap<Long, SavedPart> known =
        parts.computeIfAbsent(thread.id(), any -> new TreeMap<>());
    if (part.isFirst()) {
      known.clear();
    }
    known.put(part.number(), part);
    known.headMap(part.number()).values().removeIf(it -> it.lastCheckpoint() < part.keptFrom());
  }

  @Override
  public synchronized Optional<SavedThread> find(String thread) {
    return Optional.ofNullable(threads.get(thread));
  }

  @Override
  public synchronized List<SavedPart> parts(String thread) {
    return Optional.ofNullable(parts.get(thread))
        .map(known -> List.copyOf(known.values()))
        .orElse(List.of());
  }

  @Override
  public synchronized List<SavedThread> open(String after, int limit) {
    return threads.tailMap(after, false).values().stream()
        .filter(it -> it.progress() != SavedThread.Progress.ENDED)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<String> ids(String after, int limit) {
    return threads.tailMap(after, false).keySet().stream().limit(limit).toList();
  }

  @Override
  public synchronized boolean delete(String thread) {
    parts.remove(thread);
    return threads.remove(thread) != null;
  }

  @Override
  public synchronized int deleteStopped(Instant savedBefore) {
    List<String> over =
        threads.values().stream()
            .filter(it -> it.progress() != SavedThread.Progress.RUNNING)
            .filter(it -> it.savedAt().isBefore(savedBefore))
            .map(SavedThread::id)
            .toList();
    over.forEach(this::delete);
    return over.size();
  }
}
