package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.runtime.Fork;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Changes of a thread that pass their check and fail when they are made. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class RefusedChangeContract extends RuntimeContract {
  private final AtomicInteger met = new AtomicInteger();
  private final Channel<String> moody =
      Channel.of("moody", String.class)
          .initially("first")
          .reducedBy(Reducer.of("moody", (String one, String other) -> secondTimeNever(other)));

  private String secondTimeNever(String value) {
    if (value.equals("bad") && met.incrementAndGet() > 1) {
      throw new IllegalStateException("never twice");
    }
    return value;
  }

  private Graph graph() {
    return Graph.builder("moody-change-" + thread().value())
        .channels(LOG, moody)
        .node("a", log("a"))
        .edge(START, "a")
        .edge("a", END)
        .build();
  }

  private NodeEdit bad() {
    return new NodeEdit(StateUpdate.of(moody, "bad"), null);
  }

  @Test
  void shouldTellTheCallerThatAnEditWasRefusedWhenItWasMade() {
    start(graph(), StateUpdate.empty());

    assertRefused("edit-1", () -> runtime().editState(thread(), "edit-1", null, List.of(bad())));
  }

  private void assertRefused(String id, ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOf(GraphException.class)
        .hasMessageContaining(id)
        .hasMessageContaining("never twice");
    assertThat(runtime().snapshot(thread()).state().get(moody)).isEqualTo("first");
  }

  @Test
  void shouldTellTheCallerThatAForkWasRefusedWhenItWasMade() {
    start(graph(), StateUpdate.empty());

    assertRefused("fork-1", () -> runtime().fork(thread(), "fork-1", Fork.of(1).editing(bad())));
  }

  @Test
  void shouldTellItAgainWhenTheEditIsSentAgain() {
    start(graph(), StateUpdate.empty());
    assertThatThrownBy(() -> runtime().editState(thread(), "edit-1", null, List.of(bad())));
    runtime()
        .editState(
            thread(), "edit-2", null, List.of(new NodeEdit(StateUpdate.of(moody, "good"), null)));

    assertThatThrownBy(() -> runtime().editState(thread(), "edit-1", null, List.of(bad())))
        .hasMessageContaining("never twice");

    assertThat(runtime().snapshot(thread()).state().get(moody)).isEqualTo("good");
  }
}
