package io.evergraph.llm.tool;

import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.state.Channel;
import io.evergraph.state.TypeRef;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Shows the calls of one message that need it to a person, in one question, and sends all calls of
 * the message on their way when the answer is there. Calls that their source does not take, which
 * is asked here, and calls whose source cannot be asked are left out first; where that comes to
 * light with an answer, the others are shown again.
 */
record ReviewNode(Toolset tools, Approvals approvals, ToolRoutes routes, CallGuard guard)
    implements NodeAction {
  /** The calls of the message; they are sent to the task. */
  static final Channel<List<PlannedCall>> CALLS =
      Channel.of("agent.calls", new TypeRef<List<PlannedCall>>() {});

  @Override
  public Command run(NodeContext context) {
    List<PlannedCall> planned = context.state().get(CALLS);
    List<String> names = open(planned).stream().map(ToolCall::name).toList();
    ToolRunner runner = ToolRunner.asking(tools, names);
    List<PlannedCall> checked = planned.stream().map(it -> checked(it, runner, context)).toList();
    return checked.equals(planned)
        ? ask(context, planned, runner.tools())
        : Command.none().then(approvals.next(checked, routes));
  }

  private List<ToolCall> open(List<PlannedCall> planned) {
    return planned.stream().filter(approvals::isShownWithOthers).map(PlannedCall::asked).toList();
  }

  /** The calls of other tools were checked before they came here. */
  private PlannedCall checked(PlannedCall call, ToolRunner runner, NodeContext context) {
    boolean isOfSource = tools.sourceOf(call.asked().name()).isPresent();
    return isOfSource && approvals.isShownWithOthers(call) ? runner.checked(call, context) : call;
  }

  private Command ask(NodeContext context, List<PlannedCall> planned, Toolset known) {
    ReviewForm form = new ReviewForm(known, approvals, open(planned));
    List<ReviewedCall> reviews = form.reviews(context.interrupt(form.question()));
    Iterator<ReviewedCall> next = reviews.iterator();
    List<PlannedCall> decided =
        planned.stream()
            .map(it -> approvals.isShownWithOthers(it) ? it.with(next.next().decision()) : it)
            .toList();
    return Command.update(ReviewedCall.LOG, reviews)
        .then(routes.to(new EditCheck(tools, guard).checked(decided)));
  }

  /**
   * Refuses calls that cannot stand beside others of their message because a person has made a call
   * of another tool of one of them: what was checked of the model's own calls does not hold then.
   */
  private record EditCheck(Toolset tools, CallGuard guard) {
    /**
     * Returns calls that people have decided about, with what the model is told of some instead.
     */
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
        calls.add(
            refusal.map(why -> each.with(CallDecision.refuse(each.asked(), why))).orElse(each));
      }
      return calls;
    }

    private Optional<String> refusal(
        PlannedCall planned, List<ToolCall> running, List<PlannedCall> before) {
      ToolCall call = planned.decision().call();
      return guard.refusal(call, running).or(() -> new KeptGraphs(tools).refusal(call, before));
    }
  }
}
