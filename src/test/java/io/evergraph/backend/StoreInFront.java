package io.evergraph.backend;

import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stands in front of a store, and does as that does but for what a test says otherwise. */
public abstract class StoreInFront implements CheckpointStore {
  protected final CheckpointStore behind;

  protected StoreInFront(CheckpointStore behind) {
    this.behind = behind;
  }

  @Override
  public String kind() {
    return behind.kind();
  }

  @Override
  public boolean save(SavedThread thread, @Nullable SavedPart part, @Nullable Instant last) {
    return behind.save(thread, part, last);
  }

  @Override
  public Optional<SavedThread> find(String thread) {
    return behind.find(thread);
  }

  @Override
  public List<SavedPart> parts(String thread) {
    return behind.parts(thread);
  }

  @Override
  public List<SavedThread> open(String after, int limit) {
    return behind.open(after, limit);
  }

  @Override
  public List<String> ids(String after, int limit) {
    return behind.ids(after, limit);
  }

  @Override
  public boolean delete(String thread) {
    return behind.delete(thread);
  }

  @Override
  public int deleteStopped(Instant savedBefore) {
    return behind.deleteStopped(savedBefore);
  }
}
