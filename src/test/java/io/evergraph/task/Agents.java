package io.evergraph.task;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Agents of one node, which do what their input says. */
final class Agents {
  static final Channel<String> ORDER = Channel.of("order", String.class);
  static final Channel<String> ANSWER = Channel.of("answer", String.class);

  /** What the agents were asked, in the order in which they began. */
  final List<String> begun = new CopyOnWriteArrayList<>();

  private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();

  InMemoryRuntime runtime(String... names) {
    return InMemoryRuntime.builder(
            GraphRegistry.of(List.of(names).stream().map(this::agent).toArray(Graph[]::new)))
        .build();
  }

  private Graph agent(String name) {
    return Graph.builder(name)
        .channels(ORDER, ANSWER)
        .node(
            "work",
            context -> {
              String order = context.state().get(ORDER);
              begun.add(order);
              if (order.startsWith("fail")) {
                throw new IllegalStateException("told to");
              }
              if (order.startsWith("ask")) {
                String answer = context.interrupt(Question.asking(String.class, "Well?"));
                if (order.endsWith("hold")) {
                  gate(order).await();
                }
                return Command.update(ANSWER, answer);
              }
              if (order.startsWith("hold")) {
                gate(order).await();
              }
              if (order.startsWith("talk")) {
                for (int word = 0; word < 10; word++) {
                  context.emitter().custom(word);
                  Thread.sleep(60);
                }
              }
              return Command.update(ANSWER, "done " + order);
            },
            NodePolicy.builder().attempts(1).build())
        .edge(Graph.START, "work")
        .build();
  }

  private CountDownLatch gate(String order) {
    return gates.computeIfAbsent(order, unused -> new CountDownLatch(1));
  }

  /** Lets those go on who hold by an order. */
  void release(String order) {
    gate(order).countDown();
  }

  static AgentRequest request(String agent, String user, String order) {
    return AgentRequest.to(agent, user).input("order", order);
  }
}
