package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.codec.AnswerSchemas;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why a thread that nothing has run on refuses what it is asked for. */
public final class UnboundThread {
  private UnboundThread() {}

  /**
   * Returns why it does not go on.
   *
   * @param graph the graph that was expected; null for any
   */
  public static GraphException withoutGraph(
      String thread, List<Answer> answers, @Nullable String graph) {
    if (answers.isEmpty() || graph != null) {
      return new NothingToResumeException(
          thread,
          answers.isEmpty() ? "a continue" : "an answer",
          "a run before it, and the thread has none yet. Start one with an input");
    }
    return new UnknownInterruptException(thread, AnswerSchemas.named(answers), List.of());
  }

  /** Returns why it takes no edit. */
  public static GraphException withoutGraph(String thread) {
    return new NothingToResumeException(
        thread, "an edit", "a graph, and the thread has none yet. Name the graph");
  }

  /** Returns why none of its checkpoints can be read. */
  public static StateMissingException withoutRun(String thread, long checkpoint) {
    return new StateMissingException(thread, checkpoint, "the thread has no run yet");
  }
}
