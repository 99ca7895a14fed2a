package io.evergraph.event;

import io.evergraph.graph.Interrupt;
import java.time.Instant;

/** What became of the questions of a thread. */
public sealed interface InterruptEvent extends RunEvent {

  /** A task asked a question. */
  record InterruptOpened(long number, Instant at, Interrupt interrupt) implements InterruptEvent {}

  /**
   * A question was answered.
   *
   * @param taskId the task that asked
   * @param node the node that asked
   */
  record InterruptAnswered(long number, Instant at, String interruptId, String taskId, String node)
      implements InterruptEvent {}

  /** What became of a question that expired. */
  enum Expired {
    /** It counts as answered. */
    ANSWERED,
    /** The run goes on elsewhere. */
    ROUTED,
    /** The task that asked has failed. */
    FAILED
  }

  /**
   * Nobody answered a question in time.
   *
   * @param taskId the task that asked
   * @param node the node that asked
   * @param outcome what became of it
   */
  record InterruptExpired(
      long number, Instant at, String interruptId, String taskId, String node, Expired outcome)
      implements InterruptEvent {}

  /**
   * A signal tried to answer what could not be answered, or another message could not be applied.
   *
   * @param interruptId the question it named, a dash when none; of another message, its id
   * @param reason why it was ignored
   */
  record AnswerIgnored(long number, Instant at, String interruptId, String reason)
      implements InterruptEvent {}
}
