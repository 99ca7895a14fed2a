package io.evergraph.agent.flow;

import io.evergraph.agent.hook.SideCalls;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Asks a model once which agents are to work, and writes what it chose, or what is wrong with that.
 *
 * @param prompt what the model is told before the agents; empty for nothing
 * @param purposes what the agents are for, by their names
 * @param several whether more than one may be chosen
 * @param retries how often the model is asked again
 * @param required whether the node fails when the last choice is none
 */
record RoutingNode(
    ModelSource model,
    String prompt,
    Map<String, String> purposes,
    boolean several,
    int retries,
    boolean required)
    implements SideCalls.Work {
  private static final String FORM =
      """
      Choose %s of these agents for the task:
      %s
      Answer with JSON only: {"agents":[{"agent":"<name>","query":"<what it is asked>"}]}\
      """;

  @Override
  public Command done(NodeContext context, SideCalls.Model asking) {
    State state = context.state();
    int asked = state.get(LlmRoutingAgent.ASKED) + 1;
    StateUpdate update = StateUpdate.of(LlmRoutingAgent.ASKED, asked);
    String feedback = state.find(LlmRoutingAgent.FEEDBACK).map(it -> "\n\n" + it).orElse("");
    String task = state.getOrElse(Member.TASK, "");
    String answer = asking.ask(model, instruction(), task + feedback);
    try {
      return Command.update(update.with(LlmRoutingAgent.CHOICES, choices(answer)));
    } catch (ToolCallException wrong) {
      if (required && asked > retries) {
        throw new NoRouteException(asked, String.valueOf(wrong.getMessage()));
      }
      return Command.update(
          update.with(LlmRoutingAgent.FEEDBACK, String.valueOf(wrong.getMessage())));
    }
  }

  private String instruction() {
    String agents =
        purposes.entrySet().stream()
            .map(it -> "- " + it.getKey() + ": " + it.getValue())
            .collect(Collectors.joining("\n"));
    return (prompt.isEmpty() ? "" : prompt + "\n\n")
        + FORM.formatted(several ? "one or several" : "one", agents);
  }

  /** Models like to put JSON between other words. */
  private List<LlmRoutingAgent.Choice> choices(String answer) {
    int begin = answer.indexOf('{');
    int end = answer.lastIndexOf('}');
    if (begin < 0 || end < begin) {
      throw wrong("no JSON object: " + answer);
    }
    ToolCall read = new ToolCall("route", "route", answer.substring(begin, end + 1));
    List<LlmRoutingAgent.Choice> choices = read.list("agents", LlmRoutingAgent.Choice.class);
    List<String> names = choices.stream().map(LlmRoutingAgent.Choice::agent).toList();
    if (choices.stream().anyMatch(it -> it.query() == null || it.query().isBlank())) {
      throw wrong(names + " without a query for each");
    }
    if (names.isEmpty()
        || !purposes.keySet().containsAll(names)
        || names.stream().distinct().count() < names.size()
        || (!several && names.size() > 1)) {
      throw wrong(names.toString());
    }
    return choices;
  }

  private ToolCallException wrong(String found) {
    return new ToolCallException(
        "Expected %s of the agents %s, each once, but found %s. Answer with the JSON form again."
            .formatted(several ? "one or several" : "one", purposes.keySet(), found));
  }
}
