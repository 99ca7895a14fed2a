package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;

import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.SampleAgents;
import io.evergraph.agent.flow.SampleFlow;
import io.evergraph.agent.hook.AgentHook.Placement;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Flows and agents with hooks that leave {@link Marks}, and where their worker is killed. */
enum KillableFlow {
  /** In the second agent's call of its model. */
  SEQUENTIAL("b.asks", 1, SampleFlow.SEQUENTIAL),
  /** In one branch of three, when the others have finished. */
  PARALLEL("y.look", 1, SampleFlow.PARALLEL, "x", "z"),
  /** While one branch waits for a person, when the others have finished. */
  PARALLEL_WITH_QUESTION("", 0, SampleFlow.PARALLEL, "x", "z"),
  /** In the second turn of three. */
  LOOP_BY_TIMES("editor.look", 2, SampleFlow.LOOP_BY_TIMES),
  /** In the second turn, when the first agent has finished its part of it. */
  LOOP_UNTIL("judge.look", 2, SampleFlow.LOOP_UNTIL),
  /** In the work on the third element. */
  LOOP_OVER("worker.look", 3, SampleFlow.LOOP_OVER),
  /** In one of the two chosen agents, when the other has finished. */
  ROUTING("tech.look", 1, SampleFlow.ROUTING, "billing"),
  /** In the chosen agent. */
  CONDITIONAL("gold.look", 1, SampleFlow.CONDITIONAL),
  /** In the worker. */
  SUPERVISOR("r.look", 1, SampleFlow.SUPERVISOR),
  /** In the second agent. */
  SWARM("bob.look", 1, SampleFlow.SWARM),
  /** In the inner agent. */
  AGENT_AS_TOOL("inner.look", 1, SampleFlow.AGENT_AS_TOOL),
  /** In the tool, which has a task with all calls of the message. */
  MODE_GRAPH("MODE_GRAPH.look", 1, (agent, hooks) -> agent.mode(ExecutionMode.GRAPH)),
  /** In the tool, whose task is the whole turn. */
  MODE_LEGACY("MODE_LEGACY.look", 1, (agent, hooks) -> agent.mode(ExecutionMode.LEGACY)) {
    @Override
    Set<String> again() {
      return Set.of(name() + ".asks", name() + ".look");
    }
  },
  /** In the model that writes the summary, in the node of the hook. */
  SUMMARY("writer.says", 1, (agent, hooks) -> agent.with(hooks.summary())) {
    @Override
    StateUpdate input() {
      return StateUpdate.of(
          MESSAGES,
          Message.user("first").withId("u1"),
          Message.assistant("old").withId("a1"),
          Message.user("second").withId("u2"),
          Message.assistant("older").withId("a2"),
          Message.user("Hi").withId("u3"));
    }
  },
  /** In a hook's own node, before the second call of the model. */
  HOOK_IN_A_NODE(
      "hook.beforeModel", 2, (agent, hooks) -> agent.with(hooks.aroundModel(Placement.NODE))),
  /** In a hook after the second call of the model, in the task of the model. */
  HOOK_IN_THE_MODELS_TASK(
      "hook.afterModel", 2, (agent, hooks) -> agent.with(hooks.aroundModel(Placement.IN_TASK))) {
    @Override
    Set<String> again() {
      return Set.of("hook.beforeModel", name() + ".says", "hook.afterModel");
    }
  },
  /** In a hook after the tool, in the task of the call. */
  HOOK_AROUND_A_TOOL("hook.afterTool", 1, (agent, hooks) -> agent.with(hooks.aroundTools())) {
    @Override
    Set<String> again() {
      return Set.of("hook.beforeTool", name() + ".look", "hook.afterTool");
    }
  },
  /** After an item was put into the store, in the task that put it; the model's task reads it. */
  STORE("hook.put", 1, (agent, hooks) -> agent.with(hooks.storing()));

  private final String held;
  private final int execution;
  private final StateUpdate input;
  private final BiFunction<SampleAgents, KillableHooks, Graph> body;
  private final Set<String> finishedBefore;

  /** An agent, which a function changes. */
  KillableFlow(
      String held, int execution, BiFunction<ReactAgent, KillableHooks, ReactAgent> changed) {
    this.held = held;
    this.execution = execution;
    this.input = SampleFlow.SEQUENTIAL.input();
    this.body = (agents, hooks) -> changed.apply(agents.agent(name()), hooks).build();
    this.finishedBefore = Set.of();
  }

  KillableFlow(String held, int execution, SampleFlow flow, String... finishedBefore) {
    this.held = held;
    this.execution = execution;
    this.input = flow.input();
    this.body = (agents, hooks) -> flow.of(name(), agents);
    this.finishedBefore = Set.of(finishedBefore);
  }

  StateUpdate input() {
    return input;
  }

  /** Returns the nodes of the flow that have ended before the worker is killed. */
  Set<String> finishedBefore() {
    return finishedBefore;
  }

  /** Returns what runs a second time, because it is part of the task that was cut off. */
  Set<String> again() {
    return asks() ? Set.of() : Set.of(held);
  }

  /** Returns whether a person is asked. */
  boolean asks() {
    return held.isEmpty();
  }

  /** Returns the flow, with marks in a folder of its own. */
  Graph graph(Path folder) {
    Marks marks = marks(folder);
    return body.apply(new SampleAgents(marks::ran, asks() ? "y" : ""), new KillableHooks(marks));
  }

  Marks marks(Path folder) {
    try {
      return new Marks(Files.createDirectories(folder.resolve(name())));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /** Has an execution held, where the worker is to be killed in one. */
  void hold(Path folder) {
    if (!asks()) {
      marks(folder).hold(held, execution);
    }
  }

  /** Waits until the execution is held, and returns its key. */
  String awaitHeld(Path folder) {
    return marks(folder).awaitHeld(held);
  }

  static Graph[] graphs(Path folder) {
    return Stream.of(values()).map(it -> it.graph(folder)).toArray(Graph[]::new);
  }
}
