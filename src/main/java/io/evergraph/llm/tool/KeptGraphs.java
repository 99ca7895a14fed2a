package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import java.util.List;
import java.util.Optional;

/** A graph that remembers goes on from one call to the next: it takes one of a message. */
record KeptGraphs(Toolset tools) {
  /** Returns why a call cannot be made beside those before it in its message. */
  Optional<String> refusal(ToolCall call, List<PlannedCall> before) {
    boolean isTaken =
        tools.graph(call.name()).filter(GraphTool::kept).isPresent()
            && before.stream()
                .filter(PlannedCall::mayRun)
                .anyMatch(it -> it.decision().call().name().equals(call.name()));
    return isTaken
        ? Optional.of(
            "'%s' takes one call at a time. Call it again after the result of the other one."
                .formatted(call.name()))
        : Optional.empty();
  }
}
