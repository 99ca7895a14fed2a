package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.event.RunEvent;
import io.evergraph.event.RunEvents;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread in the hands of its driver: the checkpoint, what happened so far, and the states it went
 * through.
 *
 * <p>The one place where inputs and results move a thread on, for every runtime. Not safe for use
 * by several threads; deterministic, so that it may live in a workflow.
 */
public final class ThreadProgress {
  private final Pregel pregel;
  private final List<RunEvent> events = new ArrayList<>();
  private final Map<Long, Commit> commits = new HashMap<>();
  private Checkpoint at;
  private @Nullable Next next;

  /** Begins at a checkpoint. */
  public ThreadProgress(Pregel pregel, Checkpoint at) {
    this.pregel = pregel;
    this.at = at;
  }

  /** Returns the checkpoint now. */
  public Checkpoint at() {
    return at;
  }

  /** Returns the engine. */
  public Pregel pregel() {
    return pregel;
  }

  /** Returns what is to be done now. */
  public Next next() {
    Next known = next == null ? pregel.next(at) : next;
    next = known;
    return known;
  }

  /** Returns whether tasks are to be run. */
  public boolean isRunning() {
    return pregel.isRunning(at);
  }

  /**
   * Takes an input in; when it is refused, nothing has changed. Elements that come without an
   * identity get theirs here, from the id of the input.
   *
   * @return the events of it
   * @throws GraphException when it does not fit
   */
  public List<RunEvent> accept(Input input, Instant now) {
    Input identified = Identities.given(input);
    Checkpoint after = pregel.accept(at, identified, now);
    List<RunEvent> news = RunEvents.ofInput(pregel, at, identified, after, nextNumber(), now);
    return move(after, news);
  }

  /**
   * Takes results in; those that came together with failures count before these.
   *
   * @return the events of them
   */
  public List<RunEvent> settle(List<TaskResult> results, Instant now) {
    List<TaskResult> ordered =
        results.stream().sorted(Comparator.comparing(TaskResult.Failed.class::isInstance)).toList();
    Checkpoint after = pregel.settle(at, ordered, now);
    List<RunEvent> news = RunEvents.ofResults(pregel, at, ordered, after, nextNumber(), now);
    return move(after, news);
  }

  /** Records that a signal could not be taken in. */
  public List<RunEvent> ignore(String interruptId, String reason, Instant now) {
    return move(at, List.of(RunEvents.ofIgnored(interruptId, reason, nextNumber(), now)));
  }

  private List<RunEvent> move(Checkpoint after, List<RunEvent> news) {
    at = after;
    next = null;
    events.addAll(news);
    after.commits().forEach(commit -> commits.put(commit.number(), commit));
    return news;
  }

  private long nextNumber() {
    return lastEvent() + 1;
  }

  /** Returns the number of the latest event; 0 before the first. */
  public long lastEvent() {
    return events.size();
  }

  /** Returns the events from a number on. */
  public List<RunEvent> events(long from) {
    int first = (int) Math.max(0, from - 1);
    return first >= events.size() ? List.of() : List.copyOf(events.subList(first, events.size()));
  }

  /** Returns a commit, if it is kept. */
  public Optional<Commit> commit(long number) {
    return Optional.ofNullable(commits.get(number));
  }

  /**
   * Returns a commit.
   *
   * @throws StateMissingException when it is not kept
   */
  public Commit commitOrThrow(long number) {
    return commit(number)
        .orElseThrow(
            () -> new StateMissingException(at.thread(), number, "the checkpoint is not kept"));
  }
}
