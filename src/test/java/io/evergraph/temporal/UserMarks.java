package io.evergraph.temporal;

import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Threads that leave the name of their user wherever something is kept. */
final class UserMarks {
  static final Channel<String> NAME = Channel.of("name", String.class);
  static final Channel<String> LARGE = Channel.of("large", String.class);
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private UserMarks() {}

  static Graph graph() {
    return Graph.builder("marks")
        .channels(NAME, LARGE)
        .node(
            "remember",
            context -> {
              String name = context.state().get(NAME);
              context.store().put(List.of(user(name), "notes"), "n", Map.of("is", name));
              context.emitter().text("m1", name);
              return Command.update(LARGE, (name + " ").repeat(20_000));
            },
            NodePolicy.builder().cache(CachePolicy.ALWAYS).build())
        .node(
            "fail",
            context -> {
              throw new IllegalStateException("No place for " + context.state().get(NAME));
            },
            NodePolicy.builder().attempts(1).build())
        .edge(Graph.START, "remember")
        .edge("remember", "fail")
        .build();
  }

  static String user(String name) {
    return "user-of-" + name;
  }

  static void run(TemporalHouse house, ThreadId thread, String name) throws Exception {
    StateUpdate input = StateUpdate.of(NAME, name).with(LARGE, name.repeat(5_000));
    run(house, thread, input, thread.value());
  }

  static void run(TemporalHouse house, ThreadId thread, StateUpdate input, String runId)
      throws Exception {
    String user = user(String.valueOf(input.writes().get(0).value()));
    house
        .runtime()
        .start(
            "marks",
            thread,
            input,
            RunOptions.builder().runId(runId).metadata(Map.of("user", user)).build())
        .await(LONGEST);
  }

  static void task(TaskRecords tasks, ThreadId thread, String name) {
    Instant now = Instant.now();
    tasks.create(
        new TaskRecord(
            thread.value(),
            "marks",
            user(name),
            thread.value(),
            "r",
            Map.of("name", name),
            Map.of(),
            TaskState.FAILED,
            name,
            now,
            now));
  }
}
