package io.evergraph.llm;

import java.util.function.Function;

/** What a reviewer makes of one tool call. */
sealed interface Decision {
  /** Does what fits the kind of this decision. */
  <R> R match(Function<Run, R> onRun, Function<Refuse, R> onRefuse);

  /** The call is made, as it is or as the reviewer has changed it. */
  record Run(ToolCall call) implements Decision {
    @Override
    public <R> R match(Function<Run, R> onRun, Function<Refuse, R> onRefuse) {
      return onRun.apply(this);
    }
  }

  /** The call is not made; the model is told why. */
  record Refuse(ToolCall call, String reason) implements Decision {
    @Override
    public <R> R match(Function<Run, R> onRun, Function<Refuse, R> onRefuse) {
      return onRefuse.apply(this);
    }
  }
}
