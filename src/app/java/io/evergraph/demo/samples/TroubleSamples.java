package io.evergraph.demo.samples;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.time.Duration;
import java.util.Map;

final class TroubleSamples {
  private static final Channel<String> VALUE = Channel.of("value", String.class);
  private static final Channel<Boolean> FAIL = Channel.of("fail", Boolean.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Channel<Number> SECONDS = Channel.of("seconds", Number.class);
  private static final Channel<String> LABEL = Channel.of("label", String.class);

  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();
  private static final NodePolicy PATIENT =
      NodePolicy.builder().timeout(Duration.ofMinutes(10)).build();
  private static final long LONGEST_SILENCE_MILLIS = 200;
  private static final double MILLIS_PER_SECOND = 1_000;

  private TroubleSamples() {}

  /** A node that fails until it is told not to. */
  static Graph fails() {
    return Graph.builder("fails")
        .channels(VALUE, FAIL, LOG)
        .node("good", context -> Command.update(LOG, "good"))
        .node("boom", TroubleSamples::boom, ONCE)
        .edge(START, "good")
        .edge("good", "boom")
        .edge("boom", END)
        .build();
  }

  private static Command boom(NodeContext context) {
    if (context.state().find(FAIL).orElse(true)) {
      throw new IllegalStateException("boom: " + context.state().find(VALUE).orElse(""));
    }
    return Command.update(LOG, "recovered");
  }

  /** A node that sleeps for as long as it is told to; a cancel wakes it. */
  static Graph slow() {
    return Graph.builder("slow")
        .channels(SECONDS, LABEL, LOG)
        .node("before", saying("before"))
        .node("sleep", TroubleSamples::sleep, PATIENT)
        .node("after", saying("after"))
        .edge(START, "before")
        .edge("before", "sleep")
        .edge("sleep", "after")
        .edge("after", END)
        .build();
  }

  private static NodeAction saying(String word) {
    return context -> Command.update(LOG, word + ":" + label(context));
  }

  private static String label(NodeContext context) {
    return context.state().find(LABEL).orElse("");
  }

  private static Command sleep(NodeContext context) throws InterruptedException {
    context.emitter().custom(Map.of("sleeping", label(context)));
    double seconds = context.state().find(SECONDS).map(Number::doubleValue).orElse(0.0);
    long end =
        System.nanoTime() + Duration.ofMillis((long) (seconds * MILLIS_PER_SECOND)).toNanos();
    for (long left = left(end); left > 0; left = left(end)) {
      Thread.sleep(Math.min(left, LONGEST_SILENCE_MILLIS));
      context.heartbeat();
    }
    return Command.update(LOG, "slept:" + label(context));
  }

  private static long left(long end) {
    return Duration.ofNanos(end - System.nanoTime()).toMillis();
  }
}
