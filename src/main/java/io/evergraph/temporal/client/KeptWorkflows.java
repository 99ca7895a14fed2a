package io.evergraph.temporal.client;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.ErasureLog;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.KeptThreads;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.payload.CachedBlobStore;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.Topology;
import io.temporal.api.common.v1.WorkflowExecution;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The workflows of threads as a server keeps them, and what was saved of them beside it.
 *
 * @param deletion ends and forgets one thread
 */
public record KeptWorkflows(
    TemporalConnection connection, ThreadCalls calls, Consumer<ThreadId> deletion)
    implements KeptThreads {
  private static final String THREADS = "WorkflowType = '" + GraphWorkflow.TYPE + "'";

  @Override
  public Set<ThreadId> all() {
    Set<ThreadId> all = new LinkedHashSet<>();
    connection.saved().ifPresent(it -> it.all().forEach(id -> all.add(ThreadId.of(id))));
    if (isListed()) {
      list(THREADS).forEach(it -> all.add(ThreadId.of(it.getWorkflowId())));
    } else {
      ThreadQuery any = new ThreadQuery(null, null, Integer.MAX_VALUE);
      connection.localThreads().ifPresent(it -> all.addAll(it.find(any)));
    }
    return all;
  }

  private boolean isListed() {
    return connection.durability() == Durability.DURABLE;
  }

  private List<WorkflowExecution> list(String conditions) {
    return calls.list(
        () -> connection.client().listExecutions(conditions).map(it -> it.getExecution()).toList());
  }

  @Override
  public void read(Consumer<String> each) {
    histories().read(each);
    connection.saved().ifPresent(saved -> saved.read(each));
  }

  private KeptHistories histories() {
    return new KeptHistories(connection, calls);
  }

  @Override
  public Set<ThreadId> descendants(ThreadId thread) {
    Set<ThreadId> found = new LinkedHashSet<>();
    connection.saved().ifPresent(saved -> found.addAll(saved.descendants(thread)));
    addChildren(thread, new LinkedHashSet<>(), found);
    found.remove(thread);
    return found;
  }

  @Override
  public Optional<Outline> outline(ThreadId thread) {
    try {
      ThreadView view = calls.query(thread, "status", ThreadView.class);
      Optional<Topology> topology = calls.find(thread, "topology", Topology.class);
      return Optional.of(
          new Outline(view.metadata(), topology.map(Topology::spec).orElse(null), view.queued()));
    } catch (UnknownThreadException forgotten) { // what was saved of it does not tell
      return Optional.empty();
    }
  }

  private void addChildren(ThreadId thread, Set<ThreadId> seen, Set<ThreadId> found) {
    if (seen.add(thread)) {
      Set<ThreadId> children = new Deletion(connection, calls).childThreads(thread);
      found.addAll(children);
      children.forEach(child -> addChildren(child, seen, found));
    }
  }

  /** The history names the large values, so that it stays until those are gone. */
  @Override
  public void erase(ThreadId thread, Set<ThreadId> descendants, ErasureLog log) {
    if (!areSavedErased(descendants, log)) {
      log.stays(Place.HISTORY, thread);
      return;
    }
    boolean unused = areSavedErased(Set.of(thread), log);
    Set<ThreadId> family = new LinkedHashSet<>(Set.of(thread));
    family.addAll(descendants);
    boolean mayGo =
        connection.blobs().map(blobs -> eraseBlobs(thread, family, blobs, log)).orElse(true);
    if (mayGo) {
      eraseHistory(thread, family, log);
    } else {
      log.note(
          Place.HISTORY,
          thread.value(),
          Outcome.UNREACHED,
          0,
          "It stays, because only it names the large values that could not be removed.");
    }
  }

  private boolean areSavedErased(Set<ThreadId> threads, ErasureLog log) {
    return connection.saved().map(saved -> saved.erase(threads, log)).orElse(true);
  }

  private Set<WorkflowExecution> executions(Set<ThreadId> family) {
    Set<WorkflowExecution> all = new LinkedHashSet<>();
    for (ThreadId thread : family) {
      calls
          .latest(thread)
          .ifPresent(latest -> all.addAll(new Deletion(connection, calls).chain(latest)));
      if (isListed()) {
        all.addAll(list("WorkflowId = " + ThreadSearch.quoted(thread.value())));
      }
    }
    return all;
  }

  private boolean eraseBlobs(
      ThreadId thread, Set<ThreadId> family, CachedBlobStore blobs, ErasureLog log) {
    return log.remove(Place.BLOBS, thread.value(), () -> removedBlobs(thread, family, blobs, log));
  }

  private int removedBlobs(
      ThreadId thread, Set<ThreadId> family, CachedBlobStore blobs, ErasureLog log) {
    BlobReferences references = new BlobReferences(connection, histories());
    Set<BlobReference> named = references.in(executions(family));
    if (named.isEmpty()) {
      return 0;
    }
    List<WorkflowExecution> others =
        histories().executions().stream().filter(it -> !isOf(family, it.getWorkflowId())).toList();
    Set<BlobReference> own = new LinkedHashSet<>(named);
    own.removeAll(references.inSchedules());
    others.forEach(other -> own.removeAll(own.isEmpty() ? own : references.in(Set.of(other))));
    if (own.size() < named.size()) {
      log.note(
          Place.BLOBS,
          thread.value(),
          Outcome.SHARED,
          named.size() - own.size(),
          "Other threads or schedules hold the same values.");
    }
    if (!log.isDryRun()) {
      own.forEach(blobs::delete);
    }
    return own.size();
  }

  private static boolean isOf(Set<ThreadId> family, String workflow) {
    return family.stream()
        .anyMatch(it -> workflow.equals(it.value()) || Deletion.isSaving(it, workflow));
  }

  private void eraseHistory(ThreadId thread, Set<ThreadId> family, ErasureLog log) {
    boolean isReached =
        log.remove(
            Place.HISTORY,
            thread.value(),
            () -> {
              Set<WorkflowExecution> all = executions(family);
              if (!log.isDryRun()) {
                family.forEach(this::delete);
                forget(thread, family, all);
              }
              return all.size();
            });
    if (isReached && !log.isDryRun()) {
      noteWhatIsLeft(thread, log);
    }
  }

  private void delete(ThreadId thread) {
    try {
      deletion.accept(thread);
    } catch (UnknownThreadException forgotten) {
      // earlier executions may be there still
    }
  }

  private void forget(ThreadId thread, Set<ThreadId> family, Set<WorkflowExecution> all) {
    if (isListed()) {
      Deletion server = new Deletion(connection, calls);
      all.forEach(it -> forget(thread, server, it));
      family.stream().flatMap(this::saving).forEach(it -> forget(thread, server, it));
    }
  }

  private Stream<WorkflowExecution> saving(ThreadId thread) {
    String prefix = ThreadSearch.quoted(Deletion.saving(thread));
    return list("WorkflowId STARTS_WITH " + prefix).stream()
        .filter(it -> Deletion.isSaving(thread, it.getWorkflowId()));
  }

  private void forget(ThreadId thread, Deletion server, WorkflowExecution execution) {
    boolean unused = calls.call(thread, () -> server.forget(execution));
  }

  private void noteWhatIsLeft(ThreadId thread, ErasureLog log) {
    if (!isListed()) {
      if (calls.isDeleted(thread)) {
        log.note(
            Place.HISTORY,
            thread.value(),
            Outcome.PENDING,
            1,
            "A server in this process keeps what has ended until the process ends.");
      }
    } else if (calls.latest(thread).isPresent()) {
      log.note(
          Place.HISTORY,
          thread.value(),
          Outcome.PENDING,
          1,
          "The server forgets what ended a moment ago within a minute.");
    }
  }
}
