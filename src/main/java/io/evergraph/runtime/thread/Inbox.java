package io.evergraph.runtime.thread;

import io.evergraph.runtime.ThreadStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The messages of a thread that wait until they can be applied, and the ids of those that came
 * before. Deterministic; not safe for use by several threads.
 */
public final class Inbox<M extends Inbox.Message> {
  private static final int REMEMBERED_IDS = 2_000;

  private final List<M> messages = new ArrayList<>();
  private final Set<String> seen = new LinkedHashSet<>();

  /** What may wait for a thread. */
  public interface Message {
    /** Returns the id of the message; the same id a second time changes nothing. */
    String id();

    /** Returns whether this can be applied to a thread of this status. */
    boolean isReady(ThreadStatus status);

    /** Returns whether this waits until the thread is bound to a graph. */
    default boolean waitsForGraph() {
      return false;
    }

    /** Returns the graph that this binds a thread to which has none. */
    default Optional<String> graphToBind() {
      return Optional.empty();
    }
  }

  /**
   * Goes on with what waits elsewhere.
   *
   * @param seen the ids of those that came before, oldest first
   */
  public Inbox(List<M> messages, List<String> seen) {
    this.messages.addAll(messages);
    this.seen.addAll(seen);
  }

  public boolean knows(String id) {
    return seen.contains(id) || messages.stream().anyMatch(message -> message.id().equals(id));
  }

  public List<M> messages() {
    return List.copyOf(messages);
  }

  /** Returns the ids of messages that came before, oldest first. */
  public List<String> seen() {
    return List.copyOf(seen);
  }

  public void add(M message) {
    messages.add(message);
    note(message.id());
  }

  /** Remembers a message that does not wait. */
  public void note(String id) {
    seen.add(id);
    if (seen.size() > REMEMBERED_IDS) {
      seen.remove(seen.iterator().next());
    }
  }

  /** Returns whether {@link #takeReady} has something. */
  public boolean hasReady(Predicate<M> isReady) {
    return !messages.isEmpty() && messages.stream().anyMatch(isReady);
  }

  /** Takes out the first message that can be applied. */
  public Optional<M> takeReady(Predicate<M> isReady) {
    if (messages.isEmpty()) {
      return Optional.empty();
    }
    Optional<M> first = messages.stream().filter(isReady).findFirst();
    first.ifPresent(messages::remove);
    return first;
  }

  /** Returns what waits here, to be taken without taking it from here. */
  public Inbox<M> copy() {
    return new Inbox<>(messages, List.of());
  }

  public boolean isEmpty() {
    return messages.isEmpty();
  }

  public void clear() {
    messages.clear();
  }
}
