package io.evergraph.conformance;

import static io.evergraph.conformance.HistoryScenarios.asking;
import static io.evergraph.conformance.HistoryScenarios.chain;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.backend.StoredThreads;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import java.time.Instant;
import java.util.List;

/** Threads that are kept in a store, or as copies. */
final class StoredScenarios {
  private StoredScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    engines.add("G15", StoredScenarios::release);
    engines.add("G16", StoredScenarios::anotherInstance);
    langGraph.add("E-38", StoredScenarios::parts);
  }

  private static int checkpoints(GraphRuntime runtime, ThreadId thread) {
    return runtime.history(thread, HistoryQuery.all()).size();
  }

  private static void release(Stage stage) {
    GraphRuntime runtime = stage.runtime();
    Graph graph = chain(stage, "a");
    stage.start(graph, v());
    ThreadId released = ThreadId.of(stage.thread() + "-released");
    runtime.copy(stage.thread(), released);
    stage.start(graph, v());
    stage.note(
        "checkpoints",
        List.of(checkpoints(runtime, released), checkpoints(runtime, stage.thread())));
    stage.note("released", runtime.snapshot(released).state().get(V));
  }

  /** A runtime over a store, as another process has it. */
  private static InMemoryRuntime over(CheckpointStore store, Graph graph) {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build();
  }

  private static void anotherInstance(Stage stage) {
    CheckpointStore store = new LocalCheckpointStore();
    Graph graph = asking(stage);
    ThreadId thread = stage.thread();
    try (InMemoryRuntime first = over(store, graph)) {
      Stage.await(first.start(graph, thread, v("i")));
      stage.note("checkpoints", checkpoints(first, thread));
    }
    try (InMemoryRuntime second = over(store, graph)) {
      stage.note("checkpoints elsewhere", checkpoints(second, thread));
      stage.note("answered", Stage.await(second.answer(thread, Answer.single("R"))).state().get(V));
      second.editState(thread, null, v("edit"), null);
    }
    try (InMemoryRuntime third = over(store, graph)) {
      stage.note("edited", third.snapshot(thread).state().get(V));
      third.delete(thread);
    }
    try (InMemoryRuntime last = over(store, graph)) {
      stage.attempt("history", () -> last.history(thread, HistoryQuery.all()));
    }
  }

  private static void save(CheckpointStore store, String thread, long part) {
    SavedThread stands = new SavedThread(thread, "graph", Progress.STOPPED, "{}", Instant.EPOCH);
    StoredThreads.put(store, stands, new SavedPart(thread, part, part, 0, thread + part));
  }

  private static List<String> contents(CheckpointStore store, String thread) {
    return store.parts(thread).stream().map(SavedPart::content).toList();
  }

  private static void parts(Stage stage) {
    CheckpointStore store = new LocalCheckpointStore();
    save(store, "x", 1);
    save(store, "y", 1);
    save(store, "x", 2);
    save(store, "x", 2);
    stage.note("parts", contents(store, "x")).note("ids", store.ids("", 2));
    stage.note("deleted", List.of(store.delete("x"), store.delete("x")));
    stage.note("left", List.of(contents(store, "x"), contents(store, "y")));
  }
}
