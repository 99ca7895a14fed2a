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
            emission.match(new Copied(codec))));
  }

  /** Whoever emits may go on changing what it has emitted. */
  private record Copied(StateCodec codec) implements Emission.Cases<Emission> {
    @Override
    public Emission custom(Emission.Custom it) {
      try {
        return new Emission.Custom(codec.plain(it.value()));
      } catch (IllegalArgumentException misfit) {
        throw new InvalidValueException(
            "an emission", "a value that can be written as JSON", String.valueOf(it.value()));
      }
    }

    @Override
    public Emission progress(Emission.Progress it) {
      return it;
    }

    @Override
    public Emission text(Emission.Text it) {
      return it;
    }
  }
}
