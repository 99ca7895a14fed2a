package io.evergraph.agent.hook;

import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.graph.Command;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.tool.ScopedContext;
import io.evergraph.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks a model with hooks around it, in one task.
 *
 * @param before the hooks that run before it, in their order
 * @param around all hooks, the outermost first
 * @param after the hooks that run after it, in their order
 * @param early where jumps from before the model lead; to the model means that it is asked at once
 * @param late where jumps from after the model lead
 * @param schema the channels, as hooks see what is written to them
 */
record HookedModel(
    ModelNode model,
    List<AgentHook> before,
    List<AgentHook> around,
    List<AgentHook> after,
    HookRoutes early,
    HookRoutes late,
    StateSchema schema)
    implements NodeAction {
  @Override
  public Command run(NodeContext context) {
    SideCalls sideCalls = SideCalls.of(model.limits(), around);
    HookTask task = new HookTask(context, model.channel(), sideCalls, schema);
    Optional<Jump> jump = HookPart.BEFORE_MODEL.run(before, task).filter(it -> it != Jump.MODEL);
    if (jump.isPresent()) {
      return jumped(task, early.to(jump.get()));
    }
    Command asked = model.withAround(layers(task)).run(ScopedContext.of(context, task.state()));
    task.write(asked.update(), context.node());
    return HookPart.AFTER_MODEL
        .run(after, task)
        .map(it -> jumped(task, late.to(it)))
        .orElseGet(task::command);
  }

  @Override
  public Optional<Command> reused(Command kept, NodeContext context) {
    return model.reused(kept, context);
  }

  @Override
  public boolean waitsForService() {
    return true;
  }

  private static Command jumped(HookTask task, String target) {
    return task.command().thenGoTo(target);
  }

  private List<ModelAround> layers(HookTask task) {
    List<ModelAround> layers = new ArrayList<>();
    for (AgentHook hook : around) {
      HookContext own = new HookContext(task, hook.name());
      layers.add((request, context, next) -> hook.aroundModel(request, own, next));
    }
    layers.add(
        (request, context, next) -> {
          task.call();
          return next.ask(request);
        });
    return layers;
  }
}
