package io.evergraph.error;

import java.util.List;

/** A thread has no task that could go on so, or several of which none is named. */
public final class NothingToResumeException extends GraphException {
  /**
   * Describes what is missing.
   *
   * @param needed what the action needs and what was found instead, with the remedy as a sentence
   *     of its own
   */
  public NothingToResumeException(String thread, String action, String needed) {
    this(Facts.of("thread", thread).and("action", action).and("needed", needed));
  }

  /**
   * Describes what the action has to choose from.
   *
   * @param failed the failed tasks, each with its node and its id
   */
  public NothingToResumeException(String thread, String action, List<String> failed) {
    this(Facts.of("thread", thread).and("action", action).and("failed", failed));
  }

  NothingToResumeException(Facts facts) {
    super(
        facts,
        facts.texts("failed").isEmpty()
            ? "Thread '{thread}' has nothing to go on with: {action} needs {needed}."
            : "Expected the id of a failed task of thread '{thread}' for {action}; failed are"
                + " {failed|, }. Name one of them.");
  }
}
