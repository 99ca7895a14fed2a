package io.evergraph.llm.tool;

import io.evergraph.graph.Route;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The approvals of an agent: at most one for each tool. */
record Approvals(List<Approval> rules) {
  static final Approvals NONE = new Approvals(List.of());

  Approvals {
    rules = List.copyOf(rules);
  }

  /** Returns the rule by which a person decides about a call; empty where nobody has to. */
  Optional<Approval> of(ToolCall call) {
    return rules.stream().filter(rule -> rule.covers(call)).findFirst();
  }

  /** Returns the rule of a call that a person was asked about, whatever its condition says now. */
  Approval recorded(ToolCall call) {
    return rules.stream()
        .filter(rule -> rule.tools().contains(call.name()))
        .findFirst()
        .orElseGet(() -> Approval.of(call.name()));
  }

  /** Returns whether a person decides about a call in one question with others of its message. */
  boolean isShownWithOthers(PlannedCall planned) {
    return planned.isOpen() && isOfMessage(recorded(planned.asked()));
  }

  /** Returns where the calls of a message go: to a person first where one of them needs it. */
  List<Route> next(List<PlannedCall> planned, ToolRoutes routes) {
    return planned.stream().anyMatch(this::isShownWithOthers)
        ? List.of(Route.send(ToolCalls.REVIEW, StateUpdate.of(ReviewNode.CALLS, planned)))
        : routes.to(planned);
  }

  boolean haveCard(Approval.Card card) {
    return rules.stream().anyMatch(rule -> rule.card() == card);
  }

  /** Returns whether a decision may hold for later calls. */
  boolean areRemembered() {
    return rules.stream().anyMatch(rule -> rule.scopes().size() > 1);
  }

  /** A question about several calls expires with the first of them. */
  private boolean mayExpire(Approval rule) {
    return rule.patience().isPresent()
        || (isOfMessage(rule)
            && rules.stream().anyMatch(it -> isOfMessage(it) && it.patience().isPresent()));
  }

  private static boolean isOfMessage(Approval rule) {
    return rule.card() == Approval.Card.PER_MESSAGE;
  }

  /** Returns what is wrong with them, for an agent with these tools. */
  List<String> problems(Toolset tools) {
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Approval rule : rules) {
      if (mayExpire(rule) && !rule.allowed().contains(rule.otherwise())) {
        problems.add(
            "%s when time is up is not among %s for %s; allow it, or expire with another decision"
                .formatted(rule.otherwise(), rule.allowed(), rule.tools()));
      }
      for (String tool : rule.tools().stream().sorted().toList()) {
        if (!tools.mayHave(tool)) {
          problems.add(
              "'" + tool + "' is to be approved and is none of the tools " + tools.names());
        } else if (FinalAnswer.among(tools.only(tool)).isPresent()) {
          problems.add(
              "'" + tool + "' is to be approved and ends the turn; ask in an afterAgent hook");
        } else if (!seen.add(tool)) {
          problems.add("'" + tool + "' is in two approvals");
        }
      }
    }
    return problems;
  }
}
