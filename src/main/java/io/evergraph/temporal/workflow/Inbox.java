package io.evergraph.temporal.workflow;

import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The messages of a thread that are taken in but not applied, and the ids of those that were.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
final class Inbox {
  private static final int REMEMBERED_IDS = 2_000;

  private final List<ThreadMessage> messages = new ArrayList<>();
  private final Set<String> seen = new LinkedHashSet<>();

  /** Begins with nothing. */
  Inbox() {}

  /**
   * Goes on with what waits elsewhere.
   *
   * @param messages the messages that are not applied
   * @param seen the ids of those that came before, oldest first
   */
  Inbox(List<ThreadMessage> messages, List<String> seen) {
    this.messages.addAll(messages);
    this.seen.addAll(seen);
  }

  /** Returns whether a message of this id came before. */
  boolean knows(String id) {
    return seen.contains(id) || messages.stream().anyMatch(message -> message.id().equals(id));
  }

  /** Returns the messages that are not applied. */
  List<ThreadMessage> messages() {
    return List.copyOf(messages);
  }

  /** Returns the ids of messages that came before, oldest first. */
  List<String> seen() {
    return List.copyOf(seen);
  }

  void add(ThreadMessage message) {
    messages.add(message);
    seen.add(message.id());
    if (seen.size() > REMEMBERED_IDS) {
      seen.remove(seen.iterator().next());
    }
  }

  /** Returns whether {@link #takeReady} has something. */
  boolean hasReady(Predicate<ThreadMessage> isReady) {
    return !messages.isEmpty() && messages.stream().anyMatch(isReady);
  }

  /** Takes out the first message that can be applied. */
  Optional<ThreadMessage> takeReady(Predicate<ThreadMessage> isReady) {
    if (messages.isEmpty()) {
      return Optional.empty();
    }
    Optional<ThreadMessage> first = messages.stream().filter(isReady).findFirst();
    first.ifPresent(messages::remove);
    return first;
  }

  /** Returns the inputs that wait, in order. */
  List<SubmitMessage> submits() {
    return messages.stream()
        .filter(SubmitMessage.class::isInstance)
        .map(SubmitMessage.class::cast)
        .toList();
  }

  /** Returns what waits here, to be taken without taking it from here. */
  Inbox copy() {
    Inbox copy = new Inbox();
    copy.messages.addAll(messages);
    return copy;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }
}
