package io.evergraph.temporal;

import io.evergraph.agent.flow.SampleAgents;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.Summary;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;

/** Hooks whose parts leave marks, such as {@code hook.beforeModel}. */
record KillableHooks(Marks marks) {
  private HookResult ran(String part, HookContext context) {
    marks.ran("hook." + part, context.idempotencyKey());
    return HookResult.goOn();
  }

  /** Returns a hook that puts a summary in place of older messages. */
  AgentHook summary() {
    ModelSource writer = new SampleAgents(marks::ran, "").saying("writer", "They met.");
    return Summary.with(writer).whenOverMessages(4).keep(1);
  }

  /** Returns a hook around agent and model. */
  AgentHook aroundModel(AgentHook.Placement placement) {
    return new AroundModel(this, placement);
  }

  private record AroundModel(KillableHooks hooks, Placement placement) implements AgentHook {
    @Override
    public HookResult beforeAgent(HookContext context) {
      return hooks.ran("beforeAgent", context);
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      return hooks.ran("beforeModel", context);
    }

    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return hooks.ran("afterModel", context);
    }

    @Override
    public HookResult afterAgent(HookContext context) {
      return hooks.ran("afterAgent", context);
    }
  }

  /** Returns a hook around tools. */
  AgentHook aroundTools() {
    return new AroundTool(this);
  }

  private record AroundTool(KillableHooks hooks) implements AgentHook {
    @Override
    public String aroundTool(ToolCall call, HookContext context, ToolCalling tool)
        throws Exception {
      hooks.ran("beforeTool", context);
      String result = tool.call(call);
      hooks.ran("afterTool", context);
      return result;
    }
  }

  /** Returns a hook that puts an item before each tool, and notes before models what there is. */
  AgentHook storing() {
    return new Storing(this);
  }

  private record Storing(KillableHooks hooks) implements AgentHook {
    private static final Channel<String> SEEN = Channel.of("seen", String.class);

    @Override
    public List<Channel<?>> channels() {
      return List.of(SEEN);
    }

    @Override
    public String aroundTool(ToolCall call, HookContext context, ToolCalling tool)
        throws Exception {
      context.store().put(List.of(context.thread()), call.name(), Map.of("id", call.id()));
      hooks.ran("put", context);
      return tool.call(call);
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      List<StoreItem> items = context.store().search(StoreQuery.in(context.thread()));
      String seen = items.stream().map(it -> it.key() + " " + it.value()).toList().toString();
      context.write(StateUpdate.of(SEEN, seen));
      return HookResult.goOn();
    }
  }
}
