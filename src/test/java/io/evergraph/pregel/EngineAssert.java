package io.evergraph.pregel;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.Channel;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.AbstractAssert;

/** Says where a thread stands. */
public final class EngineAssert extends AbstractAssert<EngineAssert, EngineDriver> {
  private EngineAssert(EngineDriver actual) {
    super(actual, EngineAssert.class);
  }

  /** Begins an assertion. */
  public static EngineAssert assertThatThread(EngineDriver driver) {
    return new EngineAssert(driver);
  }

  /** Nothing is left to do. */
  public EngineAssert isFinished() {
    assertThat(actual.next()).isEqualTo(new Next.Finished(actual.state()));
    return this;
  }

  /** A channel of the graph holds a value. */
  public <T> EngineAssert holds(Channel<T> channel, T value) {
    assertThat(actual.state().find(channel)).as(channel.name()).contains(value);
    return this;
  }

  /** A channel of the graph holds nothing. */
  public EngineAssert holdsNothingIn(Channel<?> channel) {
    assertThat(actual.state().has(channel.name())).as(channel.name()).isFalse();
    return this;
  }

  /** Exactly these tasks should be running, in task order. */
  public EngineAssert runs(String... nodes) {
    assertThat(names(nextAs(Next.Run.class).tasks(), Task::node)).containsExactly(nodes);
    return this;
  }

  /** The run waits for answers to the questions of these nodes, in task order. */
  public EngineAssert waitsFor(String... nodes) {
    assertThat(names(nextAs(Next.Waiting.class).interrupts(), Interrupt::node))
        .containsExactly(nodes);
    return this;
  }

  /** These nodes have failed and the run is parked. */
  public EngineAssert isParkedAt(String... nodes) {
    assertThat(names(nextAs(Next.Parked.class).failures(), failed -> failed.task().node()))
        .containsExactly(nodes);
    return this;
  }

  /** Tasks of these nodes are parked, all with an error of a kind. */
  public EngineAssert isParkedOn(Class<? extends GraphException> error, String... nodes) {
    assertThat(nextAs(Next.Parked.class).failures())
        .allMatch(failed -> failed.failure().type().equals(error.getName()));
    return isParkedAt(nodes);
  }

  /** The run has failed with an error of a kind, with these nodes unfinished. */
  public EngineAssert failedWith(Class<? extends GraphException> error, String... nodes) {
    Next.Failed failed = nextAs(Next.Failed.class);
    assertThat(failed.error()).isInstanceOf(error);
    assertThat(failed.nextNodes()).containsExactly(nodes);
    return this;
  }

  /** The run used up its supersteps before these nodes. */
  public EngineAssert isOutOfSteps(int limit, String... nodes) {
    assertThat(actual.next()).isEqualTo(new Next.OutOfSteps(limit, List.of(nodes)));
    return this;
  }

  /** The run was stopped from outside before these nodes. */
  public EngineAssert isHaltedBefore(String... nodes) {
    assertThat(nextAs(Next.Halted.class).nextNodes()).containsExactly(nodes);
    return this;
  }

  /** These nodes have run so far, in this order of completion. */
  public EngineAssert hasRun(String... nodes) {
    assertThat(actual.started()).containsExactly(nodes);
    return this;
  }

  private <N extends Next> N nextAs(Class<N> kind) {
    assertThat(actual.next()).isInstanceOf(kind);
    return kind.cast(actual.next());
  }

  private static <E> List<String> names(List<E> all, Function<E, String> name) {
    return all.stream().map(name).toList();
  }
}
