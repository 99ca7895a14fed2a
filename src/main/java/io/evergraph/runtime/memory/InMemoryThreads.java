package io.evergraph.runtime.memory;

import com.github.benmanes.caffeine.cache.Interner;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Caller;
import io.evergraph.runtime.ErasureLog;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.KeptThreads;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.runtime.thread.SavedForm;
import io.evergraph.runtime.thread.SavedForm.Position;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The threads of a runtime in memory, by name. Safe for use by several threads. */
final class InMemoryThreads {
  private final InMemoryRuntime runtime;
  private final Map<String, InMemoryThread> byName = new ConcurrentHashMap<>();
  private final EndedThreads ended;
  private final Interner<ThreadId> restoring = Interner.newWeakInterner();
  private volatile boolean closed;

  InMemoryThreads(InMemoryRuntime runtime, int mostEnded, Duration longestEnded) {
    this.runtime = runtime;
    this.ended = new EndedThreads(byName, mostEnded, longestEnded);
  }

  InMemoryThread find(ThreadId id) {
    ended.forgetEarliest(runtime.clock().instant());
    return known(id).orElseThrow(() -> new UnknownThreadException(id.value()));
  }

  Optional<InMemoryThread> known(ThreadId id) {
    return here(id).or(() -> restored(id));
  }

  /** Returns a thread that this process works on; no store is asked. */
  Optional<InMemoryThread> here(ThreadId id) {
    return Optional.ofNullable(byName.get(id.value()));
  }

  private Optional<InMemoryThread> restored(ThreadId id) {
    return runtime.checkpoints().flatMap(store -> restored(id, store));
  }

  /** Two who ask for a thread that was saved find the same one; others do not wait for it. */
  private Optional<InMemoryThread> restored(ThreadId id, CheckpointWriter store) {
    ThreadId one = restoring.intern(id);
    synchronized (one) {
      return here(id).or(() -> store.find(id, runtime::pregel).map(this::goOn));
    }
  }

  private InMemoryThread goOn(SavedThreads.Restored saved) {
    InMemoryThread thread =
        opened(new InMemoryThread(runtime, saved.id(), saved.metadata(), saved.created()));
    thread.begin(saved, () -> byName.put(saved.id().value(), thread));
    return thread;
  }

  InMemoryThread create(ThreadId id, Map<String, Object> metadata) {
    InMemoryThread created =
        opened(new InMemoryThread(runtime, id, metadata, runtime.clock().instant()));
    if (known(id).isPresent() || byName.putIfAbsent(id.value(), created) != null) {
      throw new ThreadExistsException(id.value());
    }
    runtime.checkpoints().ifPresent(it -> it.moved(created));
    return created;
  }

  /** Goes on with the threads that were saved; where that fails, none works for nobody. */
  void goOnWithSaved() {
    try {
      runtime.checkpoints().ifPresent(it -> it.callUp(this::find));
    } catch (RuntimeException failure) {
      runtime.close();
      throw failure;
    }
  }

  /** Forgets the threads that nothing has happened on since a time. */
  void forgetStopped(Instant since) {
    byName.values().removeIf(thread -> closes(thread, since));
    runtime.checkpoints().ifPresent(it -> it.deleteStopped(since));
  }

  /** The caller is asked first: its lock is taken before those of whom it calls, never after. */
  private boolean closes(InMemoryThread thread, Instant since) {
    boolean isCalled = isCalled(thread);
    return thread.read(driver -> closes(thread, driver, since, isCalled));
  }

  private boolean closes(
      InMemoryThread thread, ThreadDriver<?> driver, Instant since, boolean isCalled) {
    if (driver.isRunning() || !lastChange(driver).isBefore(since)) {
      return false;
    }
    if (isCalled) {
      runtime.checkpoints().ifPresent(it -> it.moved(thread)); // so that what is saved is not old
      return false;
    }
    thread.end(new UnknownThreadException(thread.id().value()));
    return true;
  }

  private static Instant lastChange(ThreadDriver<?> driver) {
    return driver
        .progress()
        .flatMap(at -> at.events(at.lastEvent()).stream().findFirst())
        .map(RunEvent::at)
        .orElseGet(driver::created);
  }

  /** Whom another thread waits for stays for as long as that one. */
  private boolean isCalled(InMemoryThread thread) {
    return thread
        .read(driver -> caller(driver).filter(unused -> !driver.isOver()))
        .map(byName::get)
        .filter(it -> !it.isGone())
        .isPresent();
  }

  /** A thread whose last run is over makes room for another, unless that run comes again. */
  InMemoryThread open(ThreadId id, RunOptions options) {
    return open(id, options, this::known);
  }

  /** One that works for a task was taken up with its caller, if it was saved: no store is asked. */
  InMemoryThread openForTask(ThreadId id, RunOptions options) {
    return open(id, options, this::here);
  }

  private InMemoryThread open(
      ThreadId id, RunOptions options, Function<ThreadId, Optional<InMemoryThread>> looking) {
    Optional<InMemoryThread> found = looking.apply(id);
    Optional<InMemoryThread> open = found.filter(it -> !it.isGone());
    if (open.filter(it -> goesOn(it, options.runId())).isPresent()) {
      return opened(open.get());
    }
    if (found.isPresent() && options.whenEnded() == WhenEnded.REFUSE) {
      throw new ThreadEndedException(id.value());
    }
    InMemoryThread known = found.orElse(null);
    InMemoryThread another = new InMemoryThread(runtime, id, Map.of(), runtime.clock().instant());
    return byName.compute(id.value(), (name, now) -> now == known ? another : now) == another
        ? opened(another)
        : open(id, options, looking);
  }

  private static boolean goesOn(InMemoryThread thread, String run) {
    return thread.read(driver -> !driver.isOver() || driver.hasEventsOf(run));
  }

  /** Returns whether a thread is the one of its name. */
  boolean has(InMemoryThread thread) {
    return byName.get(thread.id().value()) == thread;
  }

  /** An ended thread can be read for a while. */
  void keepForAWhile(InMemoryThread thread) {
    if (has(thread)) {
      ended.add(thread, thread.read(InMemoryThreads::length), runtime.clock().instant());
    }
  }

  private static long length(ThreadDriver<?> driver) {
    return driver.progress().map(ThreadProgress::lastEvent).orElse(0L);
  }

  /** No run begins on a thread that is added later; one that was added before is closed. */
  private InMemoryThread opened(InMemoryThread thread) {
    if (closed) {
      throw closed();
    }
    return thread;
  }

  private RuntimeClosedException closed() {
    return new RuntimeClosedException(runtime.info().kind());
  }

  /** Deletes a thread with those that work for it, of which an earlier try may have left some. */
  void delete(ThreadId id) {
    List<ThreadId> descendants = new ArrayList<>(descendants(id));
    if (!byName.containsKey(id.value()) && !isSaved(id) && descendants.isEmpty()) {
      throw new UnknownThreadException(id.value());
    }
    forget(id);
    Collections.reverse(descendants); // callers tell whom they have called
    descendants.forEach(this::forget);
  }

  private boolean isSaved(ThreadId id) {
    return runtime.checkpoints().filter(it -> it.saved().has(id)).isPresent();
  }

  private void forget(ThreadId id) {
    runtime.checkpoints().ifPresent(it -> it.saved().delete(id));
    InMemoryThread deleted = byName.get(id.value());
    if (deleted != null) {
      deleted.close(new UnknownThreadException(id.value()));
      // a save that was under way may have ended between the deletion and the close
      runtime.checkpoints().ifPresent(it -> it.moved(deleted));
      byName.remove(id.value(), deleted);
    }
  }

  /** Returns the threads that work for a thread, or for those, here and saved. */
  private Set<ThreadId> descendants(ThreadId id) {
    Set<ThreadId> found = new LinkedHashSet<>();
    addDescendants(id, found);
    runtime.checkpoints().ifPresent(it -> found.addAll(it.saved().descendants(id)));
    return found;
  }

  private void addDescendants(ThreadId id, Set<ThreadId> found) {
    byName.values().stream()
        .filter(it -> it.read(InMemoryThreads::caller).equals(Optional.of(id.value())))
        .map(InMemoryThread::id)
        .filter(found::add)
        .forEach(child -> addDescendants(child, found));
  }

  private static Optional<String> caller(ThreadDriver<?> driver) {
    return driver.progress().flatMap(ChildReport::caller).map(Caller::thread);
  }

  /** Returns the threads of this process and those that are saved. */
  KeptThreads kept() {
    return new KeptThreads() {
      @Override
      public Set<ThreadId> all() {
        Set<ThreadId> all = new LinkedHashSet<>();
        byName.keySet().forEach(id -> all.add(ThreadId.of(id)));
        runtime
            .checkpoints()
            .ifPresent(it -> it.saved().all().forEach(id -> all.add(ThreadId.of(id))));
        return all;
      }

      @Override
      public void read(Consumer<String> each) {
        byName.values().forEach(thread -> InMemoryThreads.this.read(thread, each));
        runtime.checkpoints().ifPresent(it -> it.saved().read(each));
      }

      @Override
      public Set<ThreadId> descendants(ThreadId thread) {
        return InMemoryThreads.this.descendants(thread);
      }

      @Override
      public void erase(ThreadId thread, Set<ThreadId> descendants, ErasureLog log) {
        if (areSavedErased(descendants, log)) {
          boolean unused = areSavedErased(Set.of(thread), log);
          eraseHere(thread, log);
          descendants.forEach(it -> eraseHere(it, log));
        } else {
          log.stays(Place.HISTORY, thread);
        }
      }
    };
  }

  private void read(InMemoryThread thread, Consumer<String> each) {
    List<WaitingInput> waiting = new ArrayList<>();
    SavedForm.Capture now =
        thread.read(
            driver -> {
              driver.waiting().forEach(it -> waiting.add((WaitingInput) it));
              return new SavedForm(runtime.codec()).capture(driver, Position.NOTHING, null);
            });
    each.accept(now.thread(runtime.clock().instant()).head());
    now.part().ifPresent(part -> each.accept(part.content()));
    for (WaitingInput later : waiting) {
      each.accept(runtime.codec().toJson(later.input().settings().context()).toString());
      later
          .input()
          .update()
          .writes()
          .forEach(write -> each.accept(runtime.codec().toJson(write.value()).toString()));
    }
  }

  private boolean areSavedErased(Set<ThreadId> threads, ErasureLog log) {
    return runtime.checkpoints().map(it -> it.saved().erase(threads, log)).orElse(true);
  }

  private void eraseHere(ThreadId id, ErasureLog log) {
    log.remove(Place.HISTORY, id.value(), () -> forget(id, log.isDryRun()));
  }

  private int forget(ThreadId id, boolean dryRun) {
    boolean isKnown = byName.containsKey(id.value());
    if (isKnown && !dryRun) {
      forget(id);
    }
    return isKnown ? 1 : 0;
  }

  Stream<ThreadSnapshot> goingOn() {
    return byName.values().stream()
        .filter(it -> !it.read(ThreadDriver::isOver) && !it.isGone())
        .map(InMemoryThread::snapshot);
  }

  void close() {
    closed = true;
    byName.values().forEach(thread -> thread.close(closed()));
  }
}
