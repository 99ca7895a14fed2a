package io.evergraph.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.OnFailure;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.CheckpointBundle;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs to let values in, and to write and read a checkpoint. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CodecBenchmark {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  /** The elements of the list that the state holds. */
  @Param({"10", "1000"})
  public int held;

  private final StateCodec codec = StateCodec.create();
  private Graph graph;
  private ProgressCodec checkpoints;
  private CheckpointBundle checkpoint;
  private JsonNode written;
  private Write write;

  /** Makes a checkpoint. */
  @Setup
  public void makeCheckpoint() {
    graph =
        Graph.builder("bench")
            .channels(LOG)
            .node("work", context -> Command.none())
            .edge(Graph.START, "work")
            .build();
    checkpoints = new ProgressCodec(codec, graph);
    write = new Write(LOG.name(), Collections.nCopies(held, "held"));
    Pregel pregel = Pregel.of(graph);
    Checkpoint at =
        pregel.accept(
            pregel.begin("thread"),
            new Input.NewInput(
                "run", new StateUpdate(List.of(write)), RunSettings.of(64, OnFailure.PARK)),
            Instant.EPOCH);
    checkpoint = new CheckpointBundle(List.of(), at);
    written = checkpoints.write(checkpoint);
  }

  /** Checks a node's write. */
  @Benchmark
  public Write check() {
    return codec.checked(write, graph.schema(), "bench");
  }

  /** Writes a checkpoint. */
  @Benchmark
  public JsonNode writeCheckpoint() {
    return checkpoints.write(checkpoint);
  }

  /** Reads a checkpoint. */
  @Benchmark
  public CheckpointBundle readCheckpoint() {
    return checkpoints.readPast(written);
  }
}
