package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.evergraph.error.NodeError;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.RetryAfter;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.node.NodeInvoker;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Results and errors of nodes that cannot be told as they are. */
class UnreportableContract extends RuntimeContract {
  private static final Channel<Object> ANYTHING = Channel.of("anything", Object.class);
  private static final int TOO_DEEP = 3_000;

  private final List<Integer> attempts = Collections.synchronizedList(new ArrayList<>());

  private RunResult run(String name, NodeAction node) {
    Graph graph =
        Graph.builder(name)
            .channels(LOG, ANYTHING)
            .node(
                "tell",
                context -> {
                  attempts.add(context.attempt());
                  return node.run(context);
                },
                Graphs.QUICK.toBuilder().attempts(2).build())
            .edge(START, "tell")
            .build();
    return start(graph, StateUpdate.empty());
  }

  private RunEvent.TaskFailed failure() {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.TaskFailed.class::isInstance)
        .map(RunEvent.TaskFailed.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** Refused where it is sent, or where it is checked before. */
  @ParameterizedTest
  @ValueSource(ints = {1_200, TOO_DEEP})
  void shouldRunANodeWhoseResultCannotBeSentNoMoreOftenThanItMay(int depth) {
    RunResult result = run("deep-" + depth, context -> Command.update(ANYTHING, nested(depth)));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(failure().report().attempts()).isEqualTo(attempts.size());
    assertThat(attempts).isSubsetOf(1, 2).doesNotHaveDuplicates();
  }

  private static Object nested(int depth) {
    Object value = "deep down";
    for (int level = 0; level < depth; level++) {
      value = level % 2 == 0 ? List.of(value) : Map.of("inner", value);
    }
    return value;
  }

  @Test
  void shouldCountTheAttemptsOfANodeWhoseErrorThrowsWhenItIsAskedForItsMessage() {
    RunResult result =
        run(
            "mute",
            context -> {
              throw new Mute();
            });

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(failure().error()).isEqualTo(Mute.class.getName());
    assertThat(failure().report().attempts()).isEqualTo(2);
    assertThat(attempts).containsExactly(1, 2);
  }

  @Test
  void shouldGiveTheErrorOfTheNodeAsTheCauseOfTheErrorOfTheRun() {
    RunResult result =
        run(
            "cause",
            context -> {
              throw new IllegalStateException("out of paper");
            });

    assertThat(result.error().orElseThrow())
        .hasCauseInstanceOf(NodeError.class)
        .hasRootCauseMessage("java.lang.IllegalStateException: out of paper");
    assertThat(((NodeError) result.error().orElseThrow().getCause()).type())
        .isEqualTo(IllegalStateException.class.getName());
  }

  @Test
  void shouldLogTheStackTraceOfEachAttemptWithItsNumber() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(NodeInvoker.class.getPackageName());
    log.start();
    logger.addAppender(log);
    try {
      run(
          "logged",
          context -> {
            throw new IllegalStateException("out of paper");
          });
    } finally {
      logger.detachAppender(log);
    }

    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("Attempt 1 of node 'tell' failed, the next one"),
            last ->
                assertThat(last).startsWith("Attempt 2 of node 'tell' failed, it was the last"));
    assertThat(log.list)
        .allSatisfy(
            event ->
                assertThat(event.getThrowableProxy().getStackTraceElementProxyArray())
                    .anyMatch(line -> line.toString().contains("UnreportableContract")));
    assertThat(failure().report().attempts()).isEqualTo(2);
  }

  private static final class Mute extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }

  @Test
  void shouldPauseAsUsualWhenAnErrorCannotTellHowLongToPause() {
    RunResult result =
        run(
            "hintless",
            context -> {
              throw new Hintless();
            });

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(attempts).containsExactly(1, 2);
  }

  private static final class Hintless extends Exception implements RetryAfter {
    private static final long serialVersionUID = 1L;

    @Override
    public Duration retryAfter() {
      throw new IllegalStateException("no idea");
    }
  }

  @Test
  void shouldFailTheAttemptWhoseHeartbeatCannotBeSent() {
    RunResult result =
        run(
            "heartbeat",
            context -> {
              context.heartbeat(nested(TOO_DEEP));
              return Command.none();
            });

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(attempts).containsExactly(1);
  }

  @Test
  void shouldKeepTheResultOfANodeThatReturnsWithItsInterruptFlagSet() {
    RunResult result =
        run(
            "flag",
            context -> {
              Thread.currentThread().interrupt();
              return Command.update(LOG, "done");
            });

    assertThat(result.state().get(LOG)).containsExactly("done");
    assertThat(attempts).containsExactly(1);
  }

  @Test
  void shouldCountAnAttemptThatFailsWithItsInterruptFlagSet() {
    RunResult result =
        run(
            "flag-and-failure",
            context -> {
              Thread.currentThread().interrupt();
              throw new IllegalStateException("failed");
            });

    assertThat(failure().report().attempts()).isEqualTo(2);
    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(attempts).containsExactly(1, 2);
  }
}
