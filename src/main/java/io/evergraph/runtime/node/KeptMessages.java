package io.evergraph.runtime.node;

import io.evergraph.graph.ContentHash;
import io.evergraph.state.Removed;
import io.evergraph.state.State;
import io.evergraph.state.StreamableMessage;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The messages of results that are used again, maybe on another thread. What a task has added to a
 * chat is said once more, in messages of their own; what it has done to messages of its thread
 * means nothing elsewhere.
 */
record KeptMessages(State read) {
  /**
   * Returns whether writes add messages that others may be told, too, and neither change nor remove
   * any, or have none at all.
   */
  boolean areAdded(List<Write> writes) {
    Set<String> known = new HashSet<>();
    return writes.stream().filter(this::isOfChat).allMatch(write -> isAdded(write, known));
  }

  private boolean isOfChat(Write write) {
    return messages(write.value()).findAny().isPresent()
        || messages(read.value(write.channel())).findAny().isPresent();
  }

  /** A message that is written twice is changed, too. */
  private boolean isAdded(Write write, Set<String> known) {
    messages(read.value(write.channel())).forEach(it -> known.add(it.id()));
    return !write.overwrite()
        && write.value() instanceof List<?> elements
        && elements.stream().noneMatch(Removed.class::isInstance)
        && messages(elements).noneMatch(StreamableMessage::tellsOfThreadAlone)
        && messages(elements).allMatch(it -> it.id().isEmpty() || known.add(it.id()));
  }

  /**
   * Returns writes of an earlier task as those of another one.
   *
   * @param task what tells it from all others
   */
  static List<Write> anew(List<Write> kept, String task) {
    List<Write> anew = new ArrayList<>(kept);
    for (int i = 0; i < anew.size(); i++) {
      if (messages(anew.get(i).value()).findAny().isPresent()) {
        anew.set(i, anew(anew.get(i), i, task));
      }
    }
    return anew;
  }

  private static Write anew(Write kept, int index, String task) {
    List<?> elements = (List<?>) Objects.requireNonNull(kept.value());
    List<Object> anew = new ArrayList<>(elements);
    for (int i = 0; i < anew.size(); i++) {
      if (anew.get(i) instanceof StreamableMessage message) {
        anew.set(i, message.withId(ContentHash.uuid(task, "kept", index, i)));
      }
    }
    return kept.withValue(anew);
  }

  private static Stream<StreamableMessage> messages(@Nullable Object value) {
    return value instanceof List<?> elements
        ? elements.stream()
            .filter(StreamableMessage.class::isInstance)
            .map(StreamableMessage.class::cast)
        : Stream.empty();
  }
}
