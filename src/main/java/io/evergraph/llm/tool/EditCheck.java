package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Refuses calls that cannot stand beside others of their message because a person has made a call
 * of another tool of one of them: what was checked of the model's own calls does not hold then.
 */
record EditCheck(Toolset tools, CallGuard guard) {
  /** Returns calls that people have decided about, with what the model is told of some instead. */
  List<PlannedCall> checked(List<PlannedCall> decided) {
    return decided.stream().anyMatch(EditCheck::isOfOtherTool) ? refusing(decided) : decided;
  }

  private static boolean isOfOtherTool(PlannedCall planned) {
    return planned.mayRun() && !planned.decision().call().name().equals(planned.asked().name());
  }

  private List<PlannedCall> refusing(List<PlannedCall> decided) {
    List<ToolCall> running =
        decided.stream().filter(PlannedCall::mayRun).map(it -> it.decision().call()).toList();
    List<PlannedCall> calls = new ArrayList<>();
    for (PlannedCall each : decided) {
      Optional<String> refusal = each.mayRun() ? refusal(each, running, calls) : Optional.empty();
      calls.add(refusal.map(why -> each.with(CallDecision.refuse(each.asked(), why))).orElse(each));
    }
    return calls;
  }

  private Optional<String> refusal(
      PlannedCall planned, List<ToolCall> running, List<PlannedCall> before) {
    ToolCall call = planned.decision().call();
    return guard.refusal(call, running).or(() -> new KeptGraphs(tools).refusal(call, before));
  }
}
