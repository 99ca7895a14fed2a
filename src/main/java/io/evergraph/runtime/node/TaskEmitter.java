package io.evergraph.runtime.node;

import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Emission;
import io.evergraph.graph.Emitter;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The emitter of one attempt of a task. */
final class TaskEmitter implements Emitter {
  private final Invocation invocation;
  private final StateCodec codec;
  private final Watchdog.Watch watch;
  private final EventBus bus;
  private final AtomicLong sequence = new AtomicLong();

  TaskEmitter(Invocation invocation, StateCodec codec, Watchdog.Watch watch, EventBus bus) {
    this.invocation = invocation;
    this.codec = codec;
    this.watch = watch;
    this.bus = bus;
  }

  @Override
  public void emit(Emission emission) {
    watch.sign();
    invocation.liveness().beat();
    Task task = invocation.task();
    bus.publish(
        new Emitted(
            invocation.thread(),
            invocation.runId(),
            task.namespace(),
            task.step(),
            task.checkpoint(),
            task.id(),
            task.node(),
            invocation.attempt(),
            sequence.incrementAndGet(),
            Instant.now(),
            copied(emission)));
  }

  /** Whoever emits may go on changing what it has emitted. */
  private Emission copied(Emission emission) {
    return emission.match(custom -> copied(custom.value()), progress -> progress, text -> text);
  }

  private Emission copied(@Nullable Object value) {
    try {
      return new Emission.Custom(codec.plain(value));
    } catch (IllegalArgumentException misfit) {
      throw new InvalidValueException(
          "an emission", "a value that can be written as JSON", String.valueOf(value));
    }
  }
}
