package io.evergraph.agent.hook;

import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.tool.CallGuard;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import java.util.List;
import java.util.Locale;

/**
 * Code that runs with an agent: implement the parts that are needed.
 *
 * <p>Of several hooks, the before parts run in their order, the after parts in the reverse order,
 * and the first hook's around parts are outermost. The agent parts run once in a turn, whatever
 * questions and restarts it goes over, of an agent in another graph once in each call of it, and
 * each in a node of its own.
 *
 * <p>A part in the task of a model call runs again with each attempt of it, and from its first line
 * when a question is answered. One that asks a model or a service, or must not run twice, says so
 * by its {@link #placement()}: it has a node of its own then, {@code <name>.beforeModel} and so on.
 */
public interface AgentHook {
  /** Where the parts before and after model calls run. */
  enum Placement {
    /** In the task of the model call: quick and free, for pure code. */
    IN_TASK,
    /** In a node of their own, as {@link #policy()} says. */
    NODE
  }

  /**
   * Returns what the nodes of this hook are called by, unique in an agent: the class's name; of an
   * anonymous class, that of the class around it and a number.
   */
  default String name() {
    Class<?> type = getClass();
    String name =
        type.isAnonymousClass()
            ? type.getName().substring(type.getName().lastIndexOf('.') + 1).replace('$', '_')
            : type.getSimpleName();
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  /**
   * Returns where the parts before and after model calls run; in the task of the call unless
   * overridden. Before one with a node of its own, earlier hooks have theirs too, so that the order
   * holds.
   */
  default Placement placement() {
    return Placement.IN_TASK;
  }

  /** Returns the policy of the nodes of this hook; remote unless overridden. */
  default NodePolicy policy() {
    return NodePolicy.DEFAULT;
  }

  /**
   * Returns a message of an input as the agent takes it in: changed where it is submitted, by Java
   * or REST, before it is recorded anywhere. One that throws refuses the input.
   */
  default Message input(Message message) {
    return message;
  }

  /** Runs when a turn begins; of an agent in another graph, when it is called. */
  default HookResult beforeAgent(HookContext context) {
    return HookResult.goOn();
  }

  /** Runs before each model call. */
  default HookResult beforeModel(HookContext context) {
    return HookResult.goOn();
  }

  /**
   * Returns the answer to a request: what is asked, and what is answered, may be changed here. May
   * ask a person before the model is asked, not after it.
   *
   * @param model asks the model, or the hook further in
   */
  default Message.Assistant aroundModel(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    return model.ask(request);
  }

  /**
   * Runs after each model call, before its calls of tools are approved and made. Asks a person only
   * from a node of its own.
   */
  default HookResult afterModel(Message.Assistant answer, HookContext context) {
    return HookResult.goOn();
  }

  /**
   * Returns the call that is made in place of one whose arguments fit and that is approved: of the
   * same tool, as it is or with other arguments. May ask a person. Around a graph, what it writes
   * is refused.
   *
   * @throws ToolCallException when the call is not to be made: the model is told why
   * @throws Exception as {@link ToolExecutor#execute} does
   */
  default ToolCall beforeTool(ToolCall call, HookContext context) throws Exception {
    return call;
  }

  /**
   * Returns the result of a call, in its task. May ask a person before the tool runs, not after it.
   * Only around tools that are code: a graph runs as tasks of its own.
   *
   * @param tool runs the tool, or the hook further in
   * @throws Exception as {@link ToolExecutor#execute} does
   */
  default String aroundTool(ToolCall call, HookContext context, ToolCalling tool) throws Exception {
    return tool.call(call);
  }

  /**
   * Returns what the model is told of a call that was made. It does not run for a call whose last
   * attempt has timed out: the tool, and code around it, may be running still.
   *
   * @param told the result, or why the tool did not work, where the model is told so: {@link
   *     ToolCallException}, {@link ToolErrorPolicy}
   * @throws Exception as {@link ToolExecutor#execute} does
   */
  default String afterTool(ToolCall call, String told, HookContext context) throws Exception {
    return told;
  }

  /**
   * Runs when a turn ends, also where a hook or a limit ended it. It may send the agent back to
   * work, but not beyond a limit: that turn ends.
   */
  default HookResult afterAgent(HookContext context) {
    return HookResult.goOn();
  }

  /**
   * Returns which calls are not made, and what the model is told instead; none unless overridden.
   */
  default CallGuard guard() {
    return CallGuard.NONE;
  }

  /** Returns tools that this hook gives the model; none unless overridden. */
  default Toolset tools() {
    return Toolset.empty();
  }

  /** Returns channels that this hook writes, beside those of the agent; none unless overridden. */
  default List<Channel<?>> channels() {
    return List.of();
  }

  /** Returns channels of this hook that no caller gives or sees; none unless overridden. */
  default List<Channel<?>> hidden() {
    return List.of();
  }

  /** Runs a tool. */
  @FunctionalInterface
  interface ToolCalling {
    /**
     * Returns the result of a call.
     *
     * @throws Exception as {@link ToolExecutor#execute} does
     */
    String call(ToolCall call) throws Exception;
  }
}
