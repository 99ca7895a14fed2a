package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.event.HeadEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a thread that fail when they are made, and come again under the same id. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class CorrectedChangeContract extends RuntimeContract {
  private final AtomicInteger met = new AtomicInteger();
  private final Channel<String> moody =
      Channel.of("moody", String.class)
          .initially("first")
          .reducedBy(Reducer.of("moody", (String one, String other) -> refusedWhenMade(other)));

  /** On Temporal, a change is checked before it is made. */
  private String refusedWhenMade(String value) {
    int made = runtime() instanceof InMemoryRuntime ? 1 : 2;
    if (value.equals("bad") && met.incrementAndGet() == made) {
      throw new IllegalStateException("not this time");
    }
    return value;
  }

  @BeforeEach
  void begin() {
    start(
        Graph.builder("moody-once-" + thread().value())
            .channels(LOG, moody)
            .node("a", log("a"))
            .edge(START, "a")
            .build(),
        StateUpdate.empty());
  }

  private void edit(String value) {
    Object unused = runtime().editState(thread(), "edit", null, List.of(writing(value)));
  }

  private NodeEdit writing(String value) {
    return new NodeEdit(StateUpdate.of(moody, value), null);
  }

  private void assertMadeOnce(String value) {
    assertThat(runtime().snapshot(thread()).state().get(moody)).isEqualTo(value);
    assertThat(runtime().events(thread(), 1))
        .filteredOn(HeadEvent.StateEdited.class::isInstance)
        .hasSize(1);
  }

  @Test
  void shouldMakeACorrectedEditUnderTheIdOfTheRefusedOne() {
    assertThatThrownBy(() -> edit("bad")).hasMessageContaining("not this time");

    edit("good");
    edit("good");
    edit("bad");

    assertMadeOnce("good");
  }

  @Test
  void shouldTryARefusedEditAgainThatComesUnchanged() {
    assertThatThrownBy(() -> edit("bad")).hasMessageContaining("not this time");

    edit("bad");
    edit("bad");

    assertMadeOnce("bad");
  }

  @Test
  void shouldMakeACorrectedForkUnderTheIdOfTheRefusedOne() {
    assertThatThrownBy(() -> fork("bad")).hasMessageContaining("not this time");

    fork("good");
    fork("good");

    assertMadeOnce("good");
  }

  private void fork(String value) {
    Object unused = runtime().fork(thread(), "fork", Fork.of(1).editing(writing(value)));
  }
}
