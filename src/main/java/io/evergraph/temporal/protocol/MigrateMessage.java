package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.thread.UnboundThread;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The order to move a thread to another version of its graph, as JSON: {@code {"version":"2"}}. */
@JsonTypeName("migrate")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MigrateMessage(@Nullable String id, String version) implements ThreadMessage {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  @Override
  public MigrateMessage completed(String otherId) {
    return new MigrateMessage(Optional.ofNullable(id).orElse(otherId), version);
  }

  @Override
  public GraphException withoutGraph(String thread) {
    return UnboundThread.withoutRun(thread, 0);
  }

  /** A message that was taken in before, and is not applied yet, does not wait for a rest. */
  @Override
  public void check(ProjectedThread ahead) {
    ahead.requireRest("a migration");
    MigrationPlan unused = ahead.bound().migration(version).orThrow();
  }

  @Override
  public Checkpoint preview(BoundGraph bound, Checkpoint at) {
    return at;
  }

  @Override
  public Input input(BoundGraph bound) {
    throw new IllegalStateException("A migration changes the engine: it is no input of it.");
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return bound.progress().migrate(bound.engine(version), id(), bound.now());
  }
}
