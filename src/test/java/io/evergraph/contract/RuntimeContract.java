package io.evergraph.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.Parameter;

/**
 * The base of the suites: a runtime under test, and the in-memory runtime beside it as the measure
 * of its events.
 */
@OnRuntimes
abstract class RuntimeContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private ThreadId thread = ThreadId.of("unnamed");

  @Parameter private TestRuntime on;

  /** The runtime under test, shared by the tests of a class. */
  final GraphRuntime runtime() {
    return on.runtime();
  }

  /** Returns what a Temporal server keeps of the thread, as text; empty in memory. */
  final String temporalHistory() {
    return on.house()
        .map(it -> it.connection().client().fetchHistory(thread.value()).getEvents().toString())
        .orElse("");
  }

  /** Returns another runtime of the same kind, which a test may close. */
  final GraphRuntime another() {
    return on.another();
  }

  /** Drops the states that the process holds, where it holds any: the next read rebuilds them. */
  final void forgetStates() {
    on.forgetStates();
  }

  @BeforeEach
  void nameThread(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName();
    thread = ThreadId.of(name + "-" + System.nanoTime());
  }

  /** Goes on with another thread of the same test. */
  void newThread() {
    thread = ThreadId.of(thread.value().replaceFirst("-\\d+$", "-" + System.nanoTime()));
  }

  ThreadId thread() {
    return thread;
  }

  RunResult start(Graph graph, StateUpdate input) {
    return start(runtime(), graph, input, RunOptions.builder());
  }

  RunResult start(Graph graph, StateUpdate input, RunOptions.Builder options) {
    return start(runtime(), graph, input, options);
  }

  RunResult start(GraphRuntime on, Graph graph, StateUpdate input, RunOptions.Builder options) {
    on.graphs().register(graph);
    return await(on.start(graph.name(), thread, input, options.build()));
  }

  RunResult answer(Answer... answers) {
    return await(runtime().answer(thread, answers));
  }

  /** Waits for an event; returns all up to it. */
  List<RunEvent> awaitEvent(Predicate<RunEvent> wanted) {
    List<RunEvent> seen = new ArrayList<>();
    try (EventStream events = runtime().follow(thread(), 1)) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (System.nanoTime() < deadline) {
        for (RunEvent event : events.next(Duration.ofSeconds(1))) {
          seen.add(event);
          if (wanted.test(event)) {
            return seen;
          }
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("Expected another event after " + seen);
  }

  /** Returns all that is to be seen of a run, up to its end. */
  final List<StreamPart> seen(RunHandle run) {
    List<StreamPart> seen = new ArrayList<>();
    try (RunStream parts = runtime().stream(run, StreamOptions.of(StreamMode.values()))) {
      parts.forEach(seen::add);
    }
    return seen;
  }

  static RunResult await(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late.getMessage(), late);
    }
  }

  /**
   * Runs a script on the runtime under test and on a fresh in-memory runtime: states and events are
   * equal. The script gets unique run ids from the function it is handed, the same on both.
   */
  RunResult sameAsInMemory(BiFunction<GraphRuntime, Script, RunResult> script) {
    RunResult found = script.apply(runtime(), new Script(thread));
    try (GraphRuntime memory = InMemoryRuntime.of()) {
      RunResult expected = script.apply(memory, new Script(thread));
      assertThat(runtime().codec().plain(found.state()))
          .isEqualTo(memory.codec().plain(expected.state()));
      assertThat(found.status()).isEqualTo(expected.status());
      assertThat(ComparableEvents.of(runtime().events(thread, 1)))
          .isEqualTo(ComparableEvents.of(memory.events(thread, 1)));
    }
    assertGapless(runtime().events(thread, 1));
    return found;
  }

  /** Asks again until the answer fits. */
  static <T> T eventually(Supplier<T> question, Predicate<T> fits) {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    T answer = question.get();
    while (!fits.test(answer) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(5_000_000);
      answer = question.get();
    }
    return answer;
  }

  static void assertGapless(List<RunEvent> events) {
    assertThat(events.stream().map(RunEvent::number))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
  }

  /** One pass over a script, with run ids that are the same in every pass. */
  static final class Script {
    private final ThreadId thread;
    private int runs;

    Script(ThreadId thread) {
      this.thread = thread;
    }

    private String nextRun() {
      return thread + "-run" + ++runs;
    }

    RunResult start(GraphRuntime on, Graph graph, StateUpdate input) {
      return start(on, graph, input, RunOptions.builder());
    }

    RunResult start(GraphRuntime on, Graph graph, StateUpdate input, RunOptions.Builder options) {
      on.graphs().register(graph);
      return await(on.start(graph.name(), thread, input, options.runId(nextRun()).build()));
    }

    RunResult answer(GraphRuntime on, Answer... answers) {
      return await(on.answer(thread, nextRun(), List.of(answers)));
    }

    RunResult resume(GraphRuntime on, List<Answer> answers, Steering steering) {
      return await(on.resume(thread, nextRun(), answers, steering));
    }

    RunResult proceed(GraphRuntime on, int maxSteps) {
      return await(on.proceed(thread, nextRun(), maxSteps));
    }
  }
}
