package io.evergraph.temporal;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Steps;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/** Draws what somebody may do with a thread that stands still. */
final class RandomOrders {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final Random random;
  private final Graph graph;

  /** What is done with a thread; names what it draws by its place, as ids differ. */
  interface Order {
    ThreadSnapshot give(GraphRuntime runtime, ThreadId thread) throws TimeoutException;
  }

  /**
   * An order that can be told.
   *
   * @param name what is done
   */
  record Named(String name, Order order) {}

  RandomOrders(long seed, Graph graph) {
    this.random = new Random(seed);
    this.graph = graph;
  }

  Named begin() {
    return input(Steps.NOTHING);
  }

  /** Draws one of the orders that a thread may be given as it stands; some are refused. */
  Named next(ThreadSnapshot at, int number) {
    StateUpdate update = StateUpdate.of(Steps.LOG, List.of("order " + number));
    List<Named> all = new ArrayList<>(List.of(input(update), proceed(Steering.NONE)));
    all.add(proceed(Steering.update(update)));
    all.add(proceed(Steering.goTo(node())));
    all.addAll(edits(at, update));
    all.addAll(waysBack(update));
    if (!at.interrupts().isEmpty()) {
      all.addAll(List.of(answer(number), answer(number), answerAll(number), answerAll(number)));
    }
    if (at.tasks().stream().anyMatch(RandomOrders::hasFailed)) {
      all.addAll(List.of(retry(), retry(), decision(true, update), decision(false, update)));
    }
    return any(all);
  }

  private Named input(StateUpdate input) {
    return new Named(
        "an input",
        (runtime, thread) ->
            end(runtime.start(graph.name(), thread, input, RunOptions.defaults())));
  }

  private static Named proceed(Steering steering) {
    return new Named(
        "proceed with " + steering,
        (runtime, thread) -> end(runtime.resume(thread, runId(), List.of(), steering)));
  }

  private Named answer(int number) {
    int drawn = random.nextInt(100);
    return new Named(
        "answer to question " + drawn,
        (runtime, thread) -> {
          List<Interrupt> open = runtime.snapshot(thread).interrupts();
          String id = open.get(drawn % open.size()).id();
          return end(runtime.answer(thread, Answer.to(id, "answer " + number)));
        });
  }

  private static Named answerAll(int number) {
    return new Named(
        "answers to all questions",
        (runtime, thread) ->
            end(
                runtime.answer(
                    thread,
                    runtime.snapshot(thread).interrupts().stream()
                        .map(open -> Answer.to(open.id(), "all " + number))
                        .toArray(Answer[]::new))));
  }

  private static Named retry() {
    return new Named("retry", (runtime, thread) -> end(runtime.answer(thread, Answer.retry())));
  }

  private Named decision(boolean skips, StateUpdate update) {
    int drawn = random.nextInt(100);
    return new Named(
        (skips ? "skip" : "edit") + " of failed task " + drawn,
        (runtime, thread) -> {
          List<TaskView> failed =
              runtime.snapshot(thread).tasks().stream().filter(RandomOrders::hasFailed).toList();
          String id = failed.get(drawn % failed.size()).id();
          Answer answer = skips ? Answer.skip(id, update) : Answer.edit(id, update);
          return end(runtime.answer(thread, answer));
        });
  }

  private List<Named> edits(ThreadSnapshot at, StateUpdate update) {
    List<Named> edits = new ArrayList<>(List.of(edit(NodeEdit.of(update))));
    edits.add(edit(NodeEdit.as(node(), update)));
    if (!at.next().isEmpty()) {
      edits.add(edit(NodeEdit.as(any(at.next()), update)));
    }
    List<String> inside = at.subgraphs().stream().map(SubgraphView::namespace).sorted().toList();
    if (!inside.isEmpty()) {
      edits.add(editInside(any(inside), NodeEdit.of(update)));
    }
    List<TaskView> tasks = at.tasks().stream().filter(it -> !it.namespace().isEmpty()).toList();
    if (!tasks.isEmpty()) {
      TaskView task = any(tasks);
      edits.add(editInside(task.namespace(), NodeEdit.as(task.node(), update)));
    }
    return edits;
  }

  private static Named edit(NodeEdit edit) {
    return new Named(
        "edit as " + edit.asNode(),
        (runtime, thread) -> runtime.editState(thread, null, List.of(edit)));
  }

  private static Named editInside(String namespace, NodeEdit edit) {
    return new Named(
        "edit in " + namespace + " as " + edit.asNode(),
        (runtime, thread) -> runtime.editSubgraph(thread, namespace, edit));
  }

  private List<Named> waysBack(StateUpdate update) {
    int drawn = random.nextInt(10_000);
    String node = node();
    return List.of(
        new Named(
            "fork of checkpoint " + drawn,
            (runtime, thread) -> runtime.fork(thread, Fork.of(past(runtime, thread, drawn)))),
        new Named(
            "fork beside checkpoint " + drawn,
            (runtime, thread) ->
                runtime.fork(thread, Fork.of(past(runtime, thread, drawn)).asSibling())),
        new Named(
            "fork of checkpoint " + drawn + " as " + node,
            (runtime, thread) ->
                runtime.fork(
                    thread,
                    Fork.of(past(runtime, thread, drawn)).editing(NodeEdit.as(node, update)))),
        new Named(
            "rollback to checkpoint " + drawn,
            (runtime, thread) -> runtime.rollback(thread, past(runtime, thread, drawn))));
  }

  private static long past(GraphRuntime runtime, ThreadId thread, int drawn) {
    List<HistoryEntry> history = runtime.history(thread, HistoryQuery.all());
    return history.get(drawn % history.size()).snapshot().checkpoint();
  }

  private static ThreadSnapshot end(RunHandle run) throws TimeoutException {
    return run.await(LONGEST).snapshot();
  }

  private static String runId() {
    return ThreadId.random().value();
  }

  private static boolean hasFailed(TaskView task) {
    return task.failure() != null;
  }

  private String node() {
    return any(graph.spec().nodes().stream().map(it -> it.name()).toList());
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
