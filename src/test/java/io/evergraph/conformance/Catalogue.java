package io.evergraph.conformance;

import java.util.ArrayList;
import java.util.List;

/** The scenarios, by topic. */
final class Catalogue {
  private final String source;
  private final List<Scenario> scenarios;

  private Catalogue(String source, List<Scenario> scenarios) {
    this.source = source;
    this.scenarios = scenarios;
  }

  /** All scenarios; a new topic is a line here. */
  static List<Scenario> all() {
    List<Scenario> scenarios = new ArrayList<>();
    Catalogue langGraph = new Catalogue("langgraph", scenarios);
    Catalogue engines = new Catalogue("engines", scenarios);
    Catalogue agents = new Catalogue("agents", scenarios);
    LinearScenarios.addTo(langGraph, engines);
    ChannelScenarios.addTo(langGraph);
    StateScenarios.addTo(langGraph);
    ReducerScenarios.addTo(engines);
    CacheScenarios.addTo(engines);
    BuildingScenarios.addTo(langGraph, engines);
    HistoryScenarios.addTo(langGraph);
    CheckpointScenarios.addTo(engines);
    StoredScenarios.addTo(langGraph, engines);
    FlowScenarios.addTo(langGraph);
    RoutingScenarios.addTo(engines);
    ParallelScenarios.addTo(engines);
    ConcurrencyScenarios.addTo(engines);
    SendScenarios.addTo(langGraph);
    InterruptScenarios.addTo(langGraph);
    EagerScenarios.addTo(engines);
    PauseScenarios.addTo(engines);
    FeedbackScenarios.addTo(engines);
    FailureScenarios.addTo(langGraph);
    LimitScenarios.addTo(engines);
    ListenerScenarios.addTo(engines);
    StreamingScenarios.addTo(langGraph, engines);
    WatchingScenarios.addTo(langGraph, engines);
    SubgraphScenarios.addTo(langGraph);
    NestingScenarios.addTo(engines);
    MessageScenarios.addTo(langGraph, engines);
    AgentScenarios.addTo(langGraph, engines);
    ServiceScenarios.addTo(engines);
    ToolScenarios.addTo(agents);
    ModelScenarios.addTo(agents);
    HookScenarios.addTo(agents, engines);
    StoreScenarios.addTo(langGraph, agents);
    AgentFlowScenarios.addTo(agents, engines);
    LoopScenarios.addTo(engines);
    TeamScenarios.addTo(agents);
    TaskScenarios.addTo(agents);
    return List.copyOf(scenarios);
  }

  /** Adds a scenario under its id. */
  Catalogue add(String id, Scenario.Steps play) {
    scenarios.add(new Scenario(source, id, play));
    return this;
  }
}
