package io.evergraph.llm;

import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.Objects;

/**
 * Decides whether a chat goes on with tools or ends, and writes the decision to a channel, for
 * first-match edges to follow.
 *
 * @param messages the chat
 * @param branch the channel of the decision: {@link #TOOL} or {@link #END}
 */
public record BranchNode(ListChannel<Message> messages, Channel<String> branch)
    implements NodeAction {
  /** The last message calls tools. */
  public static final String TOOL = "tool";

  /** Nothing is left to do. */
  public static final String END = "end";

  public BranchNode {
    Objects.requireNonNull(messages, "messages");
    Objects.requireNonNull(branch, "branch");
  }

  @Override
  public Command run(NodeContext context) {
    boolean calls = Messages.lastCaller(context.state(), messages).isPresent();
    return Command.update(branch, calls ? TOOL : END);
  }
}
