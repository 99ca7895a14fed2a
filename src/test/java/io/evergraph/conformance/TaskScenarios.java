package io.evergraph.conformance;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.BeforeHook.Decision;
import io.evergraph.task.SettableClock;
import io.evergraph.task.TaskHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;

/** Tasks of agents. */
final class TaskScenarios {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private TaskScenarios() {}

  static void addTo(Catalogue agents) {
    agents.add("O-01", TaskScenarios::breaker);
    agents.add("O-02", TaskScenarios::order);
  }

  /** An agent of one node, known to the runtime. */
  private static String agent(Stage stage, String suffix, NodeAction work) {
    Graph graph =
        stage
            .graph(suffix)
            .node("work", work, NodePolicy.builder().attempts(1).build())
            .edge(Graph.START, "work")
            .build();
    stage.runtime().graphs().register(graph);
    return graph.name();
  }

  private static AgentRequest request(String agent, String user, String order) {
    return AgentRequest.to(agent, user).input(Map.of("v", List.of(order)));
  }

  private static String state(TaskHandle task) throws Exception {
    return task.await(LONGEST).state().name();
  }

  /** Returns what refuses a request, as the type of the refusal and what it names. */
  private static String refusal(AgentTaskOrchestrator desk, AgentRequest request) {
    try {
      return "accepted " + desk.execute(request).id();
    } catch (GraphException refused) {
      Object rule = refused.details().getOrDefault("rule", refused.details().get("hook"));
      return refused.type() + (rule == null ? "" : " " + rule);
    }
  }

  private static NodeAction failing(CountDownLatch held) {
    return context -> {
      String order = context.state().get(Letters.V).get(0);
      if (order.equals("fail")) {
        throw new IllegalStateException("told to");
      }
      if (order.equals("hold")) {
        held.await();
      }
      return Command.none();
    };
  }

  private static void breaker(Stage stage) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    String agent = agent(stage, "", failing(held));
    String other = agent(stage, "-other", failing(held));
    SettableClock clock = new SettableClock();
    try (AgentTaskOrchestrator desk =
        AgentTaskOrchestrator.on(stage.runtime()).clock(clock).build()) {
      List<String> five = new ArrayList<>();
      for (String order : List.of("fail", "a", "fail", "b", "fail")) {
        five.add(state(desk.execute(request(agent, "ann", order))));
      }
      stage.note("five", five);
      stage.note("sixth", refusal(desk, request(agent, "ann", "c")));
      stage.note("records", desk.tasks(TaskQuery.all()).size());
      stage.note("another agent", state(desk.execute(request(other, "ann", "c"))));

      clock.pass(Duration.ofSeconds(31));
      TaskHandle trial = desk.execute(request(agent, "ann", "hold"));
      stage.note("meanwhile", refusal(desk, request(agent, "ann", "d")));
      held.countDown();
      stage.note("trial", state(trial));
      stage.note("closed", state(desk.execute(request(agent, "ann", "e"))));
    }
  }

  private static void order(Stage stage) throws Exception {
    CompletableFuture<AgentTaskOrchestrator> asked = new CompletableFuture<>();
    CompletableFuture<Boolean> recorded = new CompletableFuture<>();
    CountDownLatch released = new CountDownLatch(1);
    List<String> given = new CopyOnWriteArrayList<>();
    NodeAction work =
        context -> {
          given.add(context.state().get(Letters.V).get(0));
          recorded.complete(!asked.join().tasks(TaskQuery.all()).isEmpty());
          released.await();
          return failing(released).run(context);
        };
    String agent = agent(stage, "", work);
    List<TaskState> after = new CopyOnWriteArrayList<>();
    try (AgentTaskOrchestrator desk =
        AgentTaskOrchestrator.on(stage.runtime())
            .limits(new LocalAdmissionLimits())
            .before("manners", it -> manners(it))
            .after(task -> after.add(task.state()))
            .build()) {
      asked.complete(desk);
      TaskHandle first = desk.execute(request(agent, "ann", "please"));
      stage.note("stored", first.admitted().state().name());
      Awaitility.await()
          .atMost(LONGEST)
          .until(() -> desk.task(first.id()).state() == TaskState.RUNNING && !given.isEmpty());
      stage.note("recorded before the call", recorded.join());
      refused(stage, desk, agent);
      released.countDown();
      stage.note("first", state(first));
      stage.note("given", given.get(0));
      stage.note("failed", state(desk.execute(request(agent, "eve", "fail"))));
      stage.note("after", after.stream().map(TaskState::name).distinct().sorted().toList());
    }
  }

  private static Decision manners(AgentRequest request) {
    return request.input().get("v").equals(List.of("rude"))
        ? Decision.refuse("be polite")
        : Decision.pass(
            request.input().get("v").equals(List.of("please"))
                ? request.input(Map.of("v", List.of("rewritten")))
                : request);
  }

  private static void refused(Stage stage, AgentTaskOrchestrator desk, String agent) {
    stage.note("a hook", refusal(desk, request(agent, "bob", "rude")));
    for (int more = 2; more <= 5; more++) {
      desk.execute(request(agent, "ann", "more"));
    }
    stage.note("the sixth at once", refusal(desk, request(agent, "ann", "more")));
    for (int request = 7; request <= 30; request++) {
      refusal(desk, request(agent, "ann", "more"));
    }
    stage.note("the 31st in a minute", refusal(desk, request(agent, "ann", "more")));
    stage.note("records", desk.tasks(TaskQuery.all()).size());
  }
}
