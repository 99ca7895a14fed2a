package io.evergraph.llm;

import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.ReviewForm.Decision;
import io.evergraph.state.ListChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the calls of a chat's last message, in the model's order, and writes their results to the
 * chat.
 *
 * <p>Calls of reviewed tools are shown to a person first, all of one message in one question, and
 * none is made before the answer is there. An edited call is made as the reviewer wrote it, and
 * takes the place of the model's own in the chat; a rejected call gets the reason as its result. A
 * call of an unknown tool gets a result that says so. What becomes of a call that throws is decided
 * by a {@link ToolErrorPolicy}.
 *
 * @param channel the chat
 * @param reviewed the names of the tools whose calls a person decides on
 * @param errors what becomes of a call that throws
 */
public record ToolNode(
    Toolset tools, ListChannel<Message> channel, Set<String> reviewed, ToolErrorPolicy errors)
    implements NodeAction {
  private static final String REVIEW = "review";

  public ToolNode {
    Objects.requireNonNull(tools, "tools");
    Objects.requireNonNull(channel, "channel");
    reviewed = Set.copyOf(reviewed);
    Objects.requireNonNull(errors, "errors");
  }

  /** Returns a node that makes every call at once, and fails where one throws. */
  public static ToolNode of(Toolset tools, ListChannel<Message> channel) {
    return new ToolNode(tools, channel, Set.of(), ToolErrorPolicy.FAIL);
  }

  /** Returns this node asking a person before calls of the named tools. */
  public ToolNode reviewing(Set<String> names) {
    return new ToolNode(tools, channel, names, errors);
  }

  /** Returns this node with another policy for calls that throw. */
  public ToolNode onFailure(ToolErrorPolicy policy) {
    return new ToolNode(tools, channel, reviewed, policy);
  }

  @Override
  public Command run(NodeContext context) throws Exception {
    Message.Assistant caller =
        Messages.lastCaller(context.state(), channel).orElse(Message.assistant(""));
    List<Decision> decisions = decisions(context, caller.toolCalls());
    List<Message> written = new ArrayList<>();
    List<ToolCall> made = decisions.stream().map(Decision::call).toList();
    if (!made.equals(caller.toolCalls())) {
      written.add(caller.withToolCalls(made));
    }
    for (int index = 0; index < decisions.size(); index++) {
      written.add(result(decisions.get(index), new ToolContext(context, index)));
    }
    return Command.update(channel, written);
  }

  private List<Decision> decisions(NodeContext context, List<ToolCall> calls) {
    List<ToolCall> open = calls.stream().filter(call -> reviewed.contains(call.name())).toList();
    List<Decision> decided = new ArrayList<>(review(context, open));
    List<Decision> decisions = new ArrayList<>();
    for (ToolCall call : calls) {
      boolean isOpen = reviewed.contains(call.name());
      decisions.add(isOpen ? decided.remove(0) : Decision.run(call));
    }
    return decisions;
  }

  private List<Decision> review(NodeContext context, List<ToolCall> open) {
    if (open.isEmpty()) {
      return List.of();
    }
    ReviewForm form = new ReviewForm(tools, open);
    return form.decisions(context.interrupt(REVIEW, form.question()));
  }

  private Message result(Decision decision, ToolContext context) throws Exception {
    if (decision.refusal().isPresent()) {
      String reason = decision.refusal().get();
      return Message.failure(
          decision.call(),
          "A reviewer rejected this call" + (reason.isBlank() ? "." : ": " + reason));
    }
    return execute(decision.call(), context);
  }

  private Message execute(ToolCall call, ToolContext context) throws Exception {
    try {
      return Message.result(call, executor(call).execute(call, context));
    } catch (ToolCallException told) {
      return Message.failure(call, String.valueOf(told.getMessage()));
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failure) {
      Optional<String> told = errors.told(call, failure);
      return Message.failure(call, told.orElseThrow(() -> failure));
    }
  }

  private ToolExecutor executor(ToolCall call) {
    return tools
        .executor(call.name())
        .orElseThrow(
            () ->
                new ToolCallException(
                    "There is no tool '%s'. Use one of these: %s."
                        .formatted(call.name(), String.join(", ", tools.names()))));
  }
}
