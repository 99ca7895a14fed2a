package io.evergraph.llm.tool;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;

/**
 * One call of a graph, as a subgraph: {@code begin} turns the arguments into the input, after a
 * person has let the call pass where it is to be approved on its own; {@code graph} works; {@code
 * result} tells the model what came of it. Beside that, what its agents have used passes to the
 * graph around it, and nothing else.
 *
 * @param errors what becomes of a failure inside: the thread parks, or {@code failure} takes it for
 *     the model
 */
record GraphCall<I, O>(GraphTool<I, O> tool, ToolCallNode calls, ToolErrorPolicy errors)
    implements NodeAction {
  /** The call as it is made, after what comes before. */
  static final Channel<ToolCall> MADE = Channel.of("agent.made", ToolCall.class);

  /** What the model is told of a failure inside. */
  static final Channel<String> FAILURE = Channel.of("agent.failure", String.class);

  /** How much of the code around has passed a call that was refused then. */
  static final Channel<Integer> PASSED = Channel.of("agent.passed", Integer.class);

  private static final String BEGIN = "begin";
  private static final String GRAPH = "graph";
  private static final String FAILED = "failure";
  private static final String RESULT = "result";

  static <I, O> GraphCall<I, O> of(
      GraphTool<I, O> tool, ToolCallNode calls, ToolErrorPolicy errors) {
    return new GraphCall<>(tool, calls, errors);
  }

  /** Returns the graph of one call. Its result is written to the chat around it. */
  Graph graph() {
    NodePolicy own = tool.around().isEmpty() ? ToolCalls.LOCAL : NodePolicy.DEFAULT;
    GraphBuilder graph =
        TotalUsage.hiddenIn(Graph.builder(tool.graph().name()))
            .channels(ToolCallNode.CALL, ReviewedCall.LOG, MADE, FAILURE, PASSED, tool.input())
            .node(BEGIN, this, own)
            .subgraph(GRAPH, tool.graph(), inner())
            .node(RESULT, context -> calls.run(context).toParent(), own)
            .edge(START, BEGIN)
            .ends(BEGIN, GRAPH, RESULT)
            .edge(GRAPH, RESULT);
    if (!tool.input().equals(tool.output())) {
      graph.channels(tool.output());
    }
    if (errors == ToolErrorPolicy.TELL_MODEL) {
      graph.node(FAILED, GraphCall::failed, ToolCalls.LOCAL).onError(GRAPH, FAILED);
    }
    return graph.build();
  }

  /** A graph that remembers begins with what it was given and wrote before. */
  private Embedding inner() {
    Embedding once =
        Embedding.DEFAULT.input(tool.input(), tool.input()).output(tool.output(), tool.output());
    Embedding passing = TotalUsage.passedOn(once, tool.graph());
    Embedding shown = tool.showsInput() ? passing.output(tool.input(), tool.input()) : passing;
    return tool.kept() ? shown.keptPerThread() : shown;
  }

  /**
   * Returns how a call stands in the graph around it: beside its result, it gives what a person
   * decided and what its agents have used.
   *
   * @param call the graph of one call
   */
  Embedding outer(Graph call) {
    Embedding once =
        TotalUsage.passedOn(Embedding.DEFAULT.output(ReviewedCall.LOG, ReviewedCall.LOG), call);
    return tool.kept() ? once.keptPerThread() : once;
  }

  private static Command failed(NodeContext context) {
    NodeFailure failure = context.failure().orElseThrow();
    return Command.update(FAILURE, ToolErrorPolicy.textOf(failure.type(), failure.message()));
  }

  /** Turns the arguments of a call into the input of the graph. */
  @Override
  public Command run(NodeContext context) throws Exception {
    ToolCallNode.Decided decided = calls.decided(context);
    if (!decided.call().decision().isMade()) {
      return Command.update(decided.written()).thenGoTo(RESULT);
    }
    PlannedCall planned = decided.call();
    ToolContext from = new ToolContext(context, planned.index(), planned.position());
    ToolCall call = planned.decision().call();
    ToolCall made = call;
    int passed = 0;
    try {
      for (ToolAround code : tool.around()) {
        made = code.before(made, from);
        passed++;
      }
      I input = tool.form().input().apply(made);
      StateUpdate begun = fresh(decided.written()).with(MADE, made).with(tool.input(), input);
      return Command.update(begun).thenGoTo(GRAPH);
    } catch (ToolCallException told) {
      StateUpdate refused = decided.written().with(MADE, made).with(PASSED, passed);
      String reason = String.valueOf(told.getMessage());
      return Command.update(refused.with(FAILURE, reason)).thenGoTo(RESULT);
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failure) {
      context.heartbeat(); // throws where the task is cancelled: nobody is to be told then
      String told = errors.told(call, failure).orElseThrow(() -> failure);
      StateUpdate refused = fresh(decided.written()).with(MADE, made).with(FAILURE, told);
      return Command.update(refused).thenGoTo(RESULT);
    }
  }

  /** What an earlier call left is not taken for the result of this one. */
  private StateUpdate fresh(StateUpdate update) {
    if (!tool.kept()) {
      return update;
    }
    StateUpdate begun = update.with(FAILURE, null).with(PASSED, null);
    return tool.input().equals(tool.output()) ? begun : begun.overwriting(tool.output(), null);
  }
}
