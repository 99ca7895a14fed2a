package io.evergraph.runtime.memory;

import io.evergraph.pregel.Input;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.thread.ThreadDriver;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A new input that may have to wait for the run before it. */
record WaitingInput(Input.NewInput input, RunOptions options) implements ThreadDriver.Message {
  @Override
  public String id() {
    return input.runId();
  }

  @Override
  public boolean isReady(Supplier<ThreadStatus> status) {
    return !options.strategy().waits(status.get());
  }

  @Override
  public Optional<Map<String, Object>> noted() {
    return Optional.of(input.metadata());
  }
}
