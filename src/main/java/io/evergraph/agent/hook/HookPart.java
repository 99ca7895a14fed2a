package io.evergraph.agent.hook;

import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The parts of hooks that can have nodes of their own. */
enum HookPart {
  BEFORE_AGENT("beforeAgent"),
  BEFORE_MODEL("beforeModel"),
  AFTER_MODEL("afterModel"),
  AFTER_AGENT("afterAgent");

  private final String method;

  HookPart(String method) {
    this.method = method;
  }

  /** Returns the name of the node in which a hook runs this part. */
  String nodeOf(AgentHook hook) {
    return hook.name() + "." + method;
  }

  /** Runs once in a turn, in a node of its own. */
  boolean isOfTurn() {
    return this == BEFORE_AGENT || this == AFTER_AGENT;
  }

  /** A hook has the parts that it overrides. */
  boolean isIn(AgentHook hook) {
    return overrides(hook, method);
  }

  static boolean overrides(AgentHook hook, String method) {
    return Arrays.stream(hook.getClass().getMethods())
        .filter(it -> it.getName().equals(method) && !it.isBridge())
        .anyMatch(it -> it.getDeclaringClass() != AgentHook.class);
  }

  /** Runs this part of a hook, writes what it wants, and returns where it jumps to. */
  Optional<Jump> run(AgentHook hook, HookTask task) {
    boolean mustEnd = this == AFTER_AGENT && mustEnd(task);
    HookResult result = result(hook, task);
    task.take(result, hook.name());
    Optional<Jump> jump = result.jump().filter(it -> it == Jump.END || !mustEnd);
    if (this == AFTER_AGENT && jump.filter(it -> it != Jump.END).isPresent()) {
      task.sendBack(hook.name());
    }
    if (jump.filter(this::leavesCalls).isPresent()) {
      task.closeCalls(this == AFTER_MODEL ? Messages::closed : Messages::paired, hook.name());
    }
    return jump;
  }

  /** A turn that comes back without work would come back for ever. */
  private static boolean mustEnd(HookTask task) {
    return Limits.haveEnded(task.messages()) || task.isBackInVain();
  }

  private boolean leavesCalls(Jump jump) {
    return jump == Jump.END || (this == AFTER_MODEL && jump == Jump.MODEL);
  }

  /** Runs this part of hooks until one of them jumps. */
  Optional<Jump> run(List<AgentHook> hooks, HookTask task) {
    return hooks.stream().flatMap(hook -> run(hook, task).stream()).findFirst();
  }

  private HookResult result(AgentHook hook, HookTask task) {
    HookContext context = new HookContext(task, hook.name());
    return switch (this) {
      case BEFORE_AGENT -> hook.beforeAgent(context);
      case BEFORE_MODEL -> hook.beforeModel(context);
      case AFTER_MODEL ->
          answer(task.messages())
              .map(it -> hook.afterModel(it, context))
              .orElseGet(HookResult::goOn);
      case AFTER_AGENT -> hook.afterAgent(context);
    };
  }

  /**
   * Hooks may have written behind the answer. What stands in a model's place, such as that a limit
   * is reached, is no answer of it.
   */
  private static Optional<Message.Assistant> answer(List<Message> chat) {
    for (int i = chat.size() - 1; i >= 0; i--) {
      if (chat.get(i) instanceof Message.Assistant last) {
        return Optional.of(last).filter(it -> !it.metadata().containsKey(Message.SOURCE));
      }
    }
    return Optional.empty();
  }
}
