package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The nodes of hooks are activities of any worker, or local ones where their hook says so. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class HookPlacementContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @Parameter private TestRuntime on;

  /** Does nothing, in nodes of its own. */
  private record Idle(String name, NodePolicy policy) implements AgentHook {
    @Override
    public Placement placement() {
      return Placement.NODE;
    }

    @Override
    public HookResult beforeAgent(HookContext context) {
      return HookResult.goOn();
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      return HookResult.goOn();
    }
  }

  @Test
  void shouldRunAHookWhereItsPolicySays() throws Exception {
    Graph agent =
        ReactAgent.of("placed", ModelSource.of(ScriptedChat.of(ScriptedChat.says("Hello"))))
            .with(
                new Idle("here", NodePolicy.builder().local().build()),
                new Idle("anywhere", NodePolicy.DEFAULT))
            .build();
    ThreadId thread = ThreadId.random();

    on.temporal()
        .runtime()
        .start(agent, thread, StateUpdate.of(MESSAGES, Message.user("Hi")))
        .await(LONGEST);

    assertThat(ran(thread))
        .containsExactly(
            "here.beforeAgent",
            "anywhere.beforeAgent",
            "here.beforeModel",
            "anywhere.beforeModel",
            "llm");
    assertThat(activities(thread))
        .containsExactly("anywhere.beforeAgent", "anywhere.beforeModel", "llm");
  }

  private List<String> ran(ThreadId thread) {
    return on.temporal().runtime().events(thread, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .filter(node -> node.contains(".before") || node.equals("llm"))
        .toList();
  }

  /** Returns the activities that any worker could take, by their types. */
  private List<String> activities(ThreadId thread) {
    return on.temporal().connection().client().fetchHistory(thread.value()).getEvents().stream()
        .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
        .map(it -> it.getActivityTaskScheduledEventAttributes().getActivityType().getName())
        .filter(type -> type.contains(".before") || type.equals("llm"))
        .toList();
  }
}
