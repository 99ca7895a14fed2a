package io.evergraph.testkit;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Node;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.Placement;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.TaskThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/**
 * The places of a history at which a worker can be lost: before and after the code of each task,
 * and before each message to the thread. Tasks in the workflow's process belong to the places
 * around them. Safe for use by several threads.
 */
final class KillPoints {
  private static final ThreadFactory KILLERS = TaskThreads.daemons("evergraph-kill");

  private final Set<String> chosen;
  private final Runnable kill;
  private final Set<String> passed = new TreeSet<>();

  private KillPoints(Set<String> chosen, Runnable kill) {
    this.chosen = chosen;
    this.kill = kill;
  }

  /** Returns places at which nothing is lost, to be counted. */
  static KillPoints counted() {
    return new KillPoints(Set.of(), () -> {});
  }

  /**
   * Returns some of these places, at which a worker is lost: the same ones whatever order tasks
   * that run side by side have passed them in.
   *
   * @param times how many
   * @param kill loses the worker and everything that runs on it
   * @throws IllegalArgumentException when there are fewer
   */
  KillPoints some(int times, Random random, Runnable kill) {
    List<String> all = sorted();
    if (times < 1 || times > all.size()) {
      throw new IllegalArgumentException(
          "Expected 1 to %d lost workers, as this run has so many places, but found %d. Use killedEverywhere() for all of them."
              .formatted(all.size(), times));
    }
    Collections.shuffle(all, random);
    return new KillPoints(Set.copyOf(all.subList(0, times)), kill);
  }

  /** Returns how many places were passed. */
  synchronized int count() {
    return passed.size();
  }

  /**
   * Checks that a worker was lost at each chosen place.
   *
   * @param replaced how many workers were replaced
   */
  synchronized void requireLost(int replaced) {
    List<String> missed = chosen.stream().filter(it -> !passed.contains(it)).sorted().toList();
    if (replaced != chosen.size() || !missed.isEmpty()) {
      throw new AssertionError(
          "Expected %d workers to be lost but %d were. The run has not come to: %s."
              .formatted(chosen.size(), replaced, missed));
    }
  }

  private synchronized List<String> sorted() {
    return new ArrayList<>(passed);
  }

  /** Has the tasks of a graph pass these places. */
  void watch(Graph graph, GraphRegistry graphs) {
    Set<String> local = local(graph.spec());
    graphs.addHook(
        NodeHook.before(
            context -> {
              passTask(context, "before", local);
              return Optional.empty();
            }));
    graphs.addHook(
        NodeHook.after(
            (context, result) -> {
              passTask(context, "after", local);
              return result;
            }));
  }

  private static Set<String> local(GraphSpec graph) {
    Set<String> names = new TreeSet<>();
    graph.nodes().forEach(node -> names.addAll(local(node)));
    return names;
  }

  private static Set<String> local(Node node) {
    return node.match(
        action -> action.policy().placement() == Placement.LOCAL ? Set.of(action.name()) : Set.of(),
        subgraph -> local(subgraph.graph()));
  }

  private void passTask(NodeContext context, String side, Set<String> local)
      throws InterruptedException {
    if (!local.contains(context.node()) && pass(place(context, side))) {
      KILLERS.newThread(kill).start();
      new CountDownLatch(1).await();
    }
  }

  /** The key tells apart only tasks of one node in one step: it is another one on each thread. */
  private static String place(NodeContext context, String side) {
    return "step %06d %s %s %s"
        .formatted(context.step(), context.node(), side, context.idempotencyKey());
  }

  /** Passes the place before a message to the thread. */
  void passMessage(int number) {
    if (pass("message " + number)) {
      kill.run();
    }
  }

  /** Returns whether a worker is lost here: at most once at each place. */
  synchronized boolean pass(String place) {
    return passed.add(place) && chosen.contains(place);
  }
}
