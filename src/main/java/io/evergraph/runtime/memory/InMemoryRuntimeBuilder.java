package io.evergraph.runtime.memory;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.LocalEventBus;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.runtime.spi.NodeCache;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Builds a runtime with a clock, a bus and a cache of one's own. */
public final class InMemoryRuntimeBuilder {
  private static final int USUAL_ENDED = 1_000;
  private static final Duration USUAL_LONGEST = Duration.ofHours(1);

  final GraphRegistry graphs;
  Clock clock = Clock.systemUTC();
  @Nullable Timer timer;
  EventBus bus = new LocalEventBus();
  NodeCache cache = new LocalNodeCache();
  Store store = new LocalStore();
  @Nullable CheckpointStore checkpoints;
  @Nullable Duration keepStopped;
  int mostEnded = USUAL_ENDED;
  Duration longestEnded = USUAL_LONGEST;

  InMemoryRuntimeBuilder(GraphRegistry graphs) {
    this.graphs = graphs;
  }

  /** Sets what tells the time of events and of deadlines; the default is the system's. */
  public InMemoryRuntimeBuilder clock(Clock source) {
    this.clock = source;
    return this;
  }

  /** Sets what waits for deadlines and between attempts; the default waits as the machine does. */
  public InMemoryRuntimeBuilder timer(Timer waits) {
    this.timer = waits;
    return this;
  }

  /** Sets what carries the emissions of nodes to those who watch. */
  public InMemoryRuntimeBuilder bus(EventBus carrier) {
    this.bus = carrier;
    return this;
  }

  /** Sets what keeps the results of nodes. */
  public InMemoryRuntimeBuilder cache(NodeCache keeper) {
    this.cache = keeper;
    return this;
  }

  /** Sets the memory of nodes that outlives threads; the default ends with this runtime. */
  public InMemoryRuntimeBuilder store(Store memory) {
    this.store = memory;
    return this;
  }

  /**
   * Has threads saved in a store as they move on; the default keeps them in memory only.
   *
   * <p>Saving is behind by as long as a write takes, and nothing waits for it: after a sudden end
   * of the process, threads go on from what was saved last, and tasks that were running or had just
   * finished run again. Inputs that wait for their turn behind a run are not saved. What was saved
   * goes on when the runtime is built, if its graph is registered in the same version; otherwise
   * when somebody asks for the thread. One runtime at a time may use a store.
   */
  public InMemoryRuntimeBuilder checkpoints(CheckpointStore keeper) {
    this.checkpoints = keeper;
    return this;
  }

  /**
   * Sets how long a thread is kept, in memory and where it is saved, that nothing happens on; the
   * default keeps them until they are deleted.
   *
   * @param longest at least a second; a thread goes at most a tenth later
   * @throws InvalidInputException when it is less
   */
  public InMemoryRuntimeBuilder keepStopped(Duration longest) {
    if (longest.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new InvalidInputException("how long threads are kept", "at least 1 s", "" + longest);
    }
    this.keepStopped = longest;
    return this;
  }

  /**
   * Sets how long threads of runs alone can be read after their end; the default keeps the last
   * 1,000 for an hour, fewer where they have more than 4,000 events together. Threads that stay
   * open are kept until they are deleted.
   *
   * @param most how many are kept; those that ended first are forgotten first
   * @param longest how long each is kept
   * @throws InvalidInputException when less than one is to be kept, or for no time
   */
  public InMemoryRuntimeBuilder keepEnded(int most, Duration longest) {
    if (most < 1 || longest.isNegative() || longest.isZero()) {
      throw new InvalidInputException(
          "what is kept of ended threads", "at least one, for some time", most + ", " + longest);
    }
    this.mostEnded = most;
    this.longestEnded = longest;
    return this;
  }

  /** Returns the runtime. */
  public InMemoryRuntime build() {
    return new InMemoryRuntime(this);
  }
}
