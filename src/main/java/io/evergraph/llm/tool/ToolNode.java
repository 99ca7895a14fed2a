package io.evergraph.llm.tool;

import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.state.ListChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes the calls of a chat's last message in one task, one after the other in the model's order,
 * and writes their results to the chat. {@link ToolCalls} gives each call a task of its own.
 *
 * <p>A call of an unknown tool, or with arguments that do not fit, gets a result that says so. What
 * becomes of a call that throws is decided by a {@link ToolErrorPolicy}.
 *
 * @param tools what is called; graphs are not among them
 * @param channel the chat
 */
public record ToolNode(Toolset tools, ListChannel<Message> channel) implements NodeAction {
  public ToolNode {
    Objects.requireNonNull(tools, "tools");
    Objects.requireNonNull(channel, "channel");
    List<String> graphs = tools.names().stream().filter(it -> tools.graph(it).isPresent()).toList();
    if (!graphs.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected tools that run in one task but found the graphs %s: use ToolCalls."
              .formatted(graphs));
    }
  }

  /** Returns a node that fails where a call throws. */
  public static ToolNode of(Toolset tools, ListChannel<Message> channel) {
    return new ToolNode(tools, channel);
  }

  /** Returns this node with another policy for calls that throw. */
  public ToolNode onFailure(ToolErrorPolicy policy) {
    return new ToolNode(tools.onFailure(policy), channel);
  }

  @Override
  public Command run(NodeContext context) throws Exception {
    List<ToolCall> calls =
        Messages.lastCaller(context.state(), channel)
            .map(Message.Assistant::toolCalls)
            .orElse(List.of());
    int said = context.state().find(channel).orElse(List.of()).size();
    List<String> all = tools.sources().stream().map(SourcedTools::prefix).toList();
    ToolRunner runner = ToolRunner.asking(tools, all);
    calls.forEach(runner::requireReached); // a task that fails later would run tools again
    List<Message> results = new ArrayList<>();
    ToolContext.Written written = new ToolContext.Written();
    for (ToolCall call : calls) {
      int index = results.size();
      if (index > 0) {
        context.heartbeat(); // each call has the whole time that the node may be silent
      }
      PlannedCall planned = new PlannedCall(call, index, said + index, CallDecision.make(call));
      results.add(runner.result(planned, new ToolContext(context, index, said + index, written)));
    }
    return Command.update(channel, results).and(written.update());
  }
}
