package io.evergraph.demo.chaos;

import io.evergraph.demo.chaos.Disaster.WorkerKill;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The worker processes. One that has ended is followed by a new one. */
final class WorkerFleet implements AutoCloseable {
  private final List<WorkerSlot> slots;
  private int ownEnds;
  private boolean closed;

  private WorkerFleet(List<WorkerSlot> slots) {
    this.slots = slots;
  }

  /**
   * Starts the workers.
   *
   * @param number how many
   * @param target the Temporal server
   * @param queue their task queue
   */
  static WorkerFleet start(ChaosPrograms programs, int number, String target, String queue) {
    List<String> command =
        Stream.concat(
                programs.worker().stream(),
                Stream.of("worker", "--temporal", target, "--task-queue", queue))
            .toList();
    List<WorkerSlot> slots = new ArrayList<>();
    IntStream.rangeClosed(1, number)
        .mapToObj(it -> programs.folder().resolve("worker-" + it + ".log"))
        .forEach(log -> slots.add(new WorkerSlot(command, queue, log)));
    return new WorkerFleet(slots);
  }

  int size() {
    return slots.size();
  }

  long ready() {
    return slots.stream().filter(WorkerSlot::isReady).count();
  }

  /** Returns how often a worker has ended that nobody killed. */
  synchronized int ownEnds() {
    return ownEnds;
  }

  /** Starts what has ended again. */
  synchronized void mend() {
    for (WorkerSlot slot : slots) {
      if (!closed && !slot.isAlive()) {
        ownEnds++;
        slot.restart();
      }
    }
  }

  /**
   * Kills a worker and starts a new one in its place, where another one is there to take over.
   *
   * @param random draws the victim
   * @return what was killed; empty where no worker can be spared now
   */
  synchronized Optional<WorkerKill> killOne(SplittableRandom random) throws InterruptedException {
    List<WorkerSlot> ready = slots.stream().filter(WorkerSlot::isReady).toList();
    if (closed || ready.size() < Math.min(2, slots.size())) {
      return Optional.empty();
    }
    WorkerSlot victim = ready.get(random.nextInt(ready.size()));
    WorkerKill kill = victim.kill();
    victim.restart();
    return Optional.of(kill);
  }

  @Override
  public synchronized void close() {
    closed = true;
    slots.forEach(WorkerSlot::close);
  }
}
