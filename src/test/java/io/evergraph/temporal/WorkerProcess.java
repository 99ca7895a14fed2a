package io.evergraph.temporal;

import io.evergraph.JavaProcess;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** A worker in a process of its own, that can be killed. */
final class WorkerProcess {
  /** The last node of the deployed graph that a process knows. */
  static final String DEPLOYED_END = "old end";

  private WorkerProcess() {}

  /** A graph whose node is stuck for ever where a file does not exist. */
  static Graph graph(Path release, Path started) {
    return Graph.builder("killed")
        .channels(Samples.LOG)
        .node("before", Samples.log("before"))
        .node(
            "stuck",
            context -> {
              if (!Files.exists(release)) {
                Files.createFile(started);
                new CountDownLatch(1).await();
              }
              int seen = context.state().get(Samples.LOG).size();
              return Command.update(
                  Samples.LOG, "saw " + seen + " at attempt " + context.attempt());
            })
        .edge(Graph.START, "before")
        .edge("before", "stuck")
        .build();
  }

  /** A graph whose node ends its process at once, and leaves a mark of each time. */
  static Graph deadly(Path marks) {
    return Graph.builder("deadly")
        .channels(Samples.LOG)
        .node(
            "kill",
            context -> {
              Files.createFile(
                  marks.resolve("attempt " + context.attempt() + " " + UUID.randomUUID()));
              Runtime.getRuntime().halt(137);
              return Command.none();
            })
        .edge(Graph.START, "kill")
        .build();
  }

  /** A graph of one version whose last node may have another name after a deployment. */
  static Graph deployed(String end) {
    return Graph.builder("deployed")
        .channels(Samples.LOG)
        .node(
            "ask",
            context ->
                Command.update(
                    Samples.LOG, context.interrupt(Question.asking(String.class, "go on?"))))
        .node(end, context -> Command.update(Samples.LOG, end))
        .edge(Graph.START, "ask")
        .edge("ask", end)
        .build();
  }

  /** Starts a worker of the graphs that are stuck, deadly and deployed. */
  static Process start(String target, String taskQueue, Path release, Path started)
      throws IOException {
    return JavaProcess.start(
        WorkerProcess.class, target, taskQueue, release.toString(), started.toString());
  }

  /** Starts a worker of the {@link KillableAgent}s and {@link KillableFlow}s of a folder. */
  static Process start(String target, String taskQueue, Path folder) throws IOException {
    return JavaProcess.start(WorkerProcess.class, target, taskQueue, folder.toString());
  }

  /** Works until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    Path first = Path.of(arguments[2]);
    TemporalOptions.Builder options =
        arguments.length == 3 ? RealRedis.optionsFor(first) : TemporalOptions.builder();
    options.target(arguments[0]).taskQueue(arguments[1]).lostWorkers(2);
    TemporalConnection connection = TemporalConnection.open(options.build(), StateCodec.create());
    GraphRegistry graphs =
        arguments.length == 3 ? agents(first) : others(first, Path.of(arguments[3]));
    new GraphWorker(connection, graphs).start();
    new CountDownLatch(1).await();
  }

  private static GraphRegistry agents(Path folder) {
    Marks marks = new Marks(folder);
    KillableAgent agent = new KillableAgent(marks);
    GraphRegistry graphs = GraphRegistry.of(KillableFlow.graphs(folder));
    graphs.register(agent.graph());
    graphs.register(agent.approving());
    graphs.register(new KillableStream(marks).graph());
    return graphs;
  }

  private static GraphRegistry others(Path release, Path started) {
    Graph deadly = deadly(started.resolveSibling("marks"));
    return GraphRegistry.of(graph(release, started), deadly, deployed(DEPLOYED_END));
  }
}
