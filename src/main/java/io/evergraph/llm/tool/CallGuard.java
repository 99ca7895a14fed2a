package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import java.util.List;
import java.util.Optional;

/** Says which calls of a message are not made, before anybody is asked about them. */
@FunctionalInterface
public interface CallGuard {
  /** The guard that lets all calls be made. */
  CallGuard NONE = (call, calls) -> Optional.empty();

  /**
   * Returns what the model is told instead of making a call; empty where it is made.
   *
   * @param calls all calls of its message
   */
  Optional<String> refusal(ToolCall call, List<ToolCall> calls);
}
