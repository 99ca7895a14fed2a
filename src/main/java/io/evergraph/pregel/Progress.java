package io.evergraph.pregel;

import io.evergraph.graph.Interrupt;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How far a planned task has come. */
public sealed interface Progress {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Ready, R> ready,
      Function<Settled, R> settled,
      Function<Asking, R> asking,
      Function<Broken, R> broken,
      Function<Nested, R> nested,
      Function<Dropped, R> dropped) {
    if (this instanceof Ready it) {
      return ready.apply(it);
    }
    if (this instanceof Settled it) {
      return settled.apply(it);
    }
    if (this instanceof Asking it) {
      return asking.apply(it);
    }
    if (this instanceof Broken it) {
      return broken.apply(it);
    }
    if (this instanceof Nested it) {
      return nested.apply(it);
    }
    return dropped.apply((Dropped) this);
  }

  /** Returns whether nothing more comes of the task in its superstep. */
  default boolean isOver() {
    return this instanceof Settled || this instanceof Dropped;
  }

  /** Returns whether the task is to be run, or runs. */
  default boolean isReady() {
    return this instanceof Ready;
  }

  /** The task is to be run, or runs. */
  record Ready() implements Progress {}

  /**
   * The task has finished; its writes wait for the barrier.
   *
   * @param result what it gave
   */
  record Settled(TaskResult.Completed result) implements Progress {}

  /**
   * The task waits for answers.
   *
   * @param questions what it asked
   * @param given the answers so far, by interrupt id
   */
  record Asking(List<Interrupt> questions, Map<String, @Nullable Object> given)
      implements Progress {
    public Asking {
      questions = List.copyOf(questions);
      given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** Returns the questions without an answer. */
    public List<Interrupt> open() {
      return questions.stream().filter(question -> !given.containsKey(question.id())).toList();
    }

    Asking with(String interruptId, @Nullable Object answer) {
      Map<String, @Nullable Object> more = new LinkedHashMap<>(given);
      more.put(interruptId, answer);
      return new Asking(questions, more);
    }
  }

  /**
   * The task has failed and may be tried again.
   *
   * @param failure how it failed
   */
  record Broken(TaskResult.Failed failure) implements Progress {}

  /**
   * The task is a subgraph; its steps run in a frame of their own.
   *
   * @param namespace the namespace of that frame
   */
  record Nested(String namespace) implements Progress {}

  /**
   * The task lost a race: its join has fired without it, or can still fire although it failed. What
   * it wrote is not applied.
   *
   * @param join the node that the join leads to
   * @param failure how it failed; empty when it was still on its way
   */
  record Dropped(String join, Optional<TaskResult.Failed> failure) implements Progress {}
}
