package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Question;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The threads of subgraphs that have their own: when they begin, stand still and end. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class ChildLifeContract extends RuntimeContract {
  private static Graph inner(String name, NodeAction action) {
    return Graph.builder(name).channels(VALUE, LOG).node("n", action).edge(START, "n").build();
  }

  private static NodeAction asks() {
    return context -> Command.update(LOG, "" + context.interrupt(Question.of("?")));
  }

  private static GraphBuilder around(Graph inner) {
    return Graph.builder("life")
        .channels(VALUE, LOG)
        .subgraph("child", inner, Embedding.ownThread())
        .node("out", log("out"))
        .edge(START, "child")
        .edge("child", "out");
  }

  private ThreadId child() {
    ThreadSnapshot parent = runtime().snapshot(thread());
    return ThreadId.ofChild(parent.thread(), parent.tasks().get(0).id());
  }

  private ThreadSnapshot eventually(ThreadId id, ThreadStatus status) {
    return eventually(
        () -> {
          try {
            return runtime().snapshot(id);
          } catch (UnknownThreadException early) {
            return runtime().snapshot(thread());
          }
        },
        it -> it.thread().equals(id) && it.status() == status);
  }

  private void assertOver(ThreadId child) {
    Throwable refused =
        eventually(
            () -> {
              try {
                return new IllegalStateException(
                    "" + runtime().answer(child, Answer.single("late")));
              } catch (GraphException why) {
                return why;
              }
            },
            ThreadEndedException.class::isInstance);
    assertThat(refused).isInstanceOf(ThreadEndedException.class);
  }

  /** Waits until it is let go, once. */
  private static final class Holding implements NodeAction {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public Command run(NodeContext context) throws Exception {
      calls.incrementAndGet();
      reached.countDown();
      goesOn.await();
      return Command.update(LOG, "held");
    }
  }

  @Test
  void shouldStopAChildWithItsParentAndGoOnWithIt() throws Exception {
    Holding node = new Holding();
    Graph graph = around(inner("holding", node)).build();
    runtime().graphs().register(graph);
    RunHandle run = runtime().start("life", thread(), StateUpdate.empty(), RunOptions.defaults());
    node.reached.await();
    ThreadId child = child();

    runtime().cancel(thread());

    assertThat(await(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(eventually(child, ThreadStatus.INTERRUPTED).status())
        .isEqualTo(ThreadStatus.INTERRUPTED);
    node.goesOn.countDown();
    RunResult result = await(runtime().proceed(thread()));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("held", "out");
    assertThat(node.calls).hasValue(2);
  }

  @Test
  void shouldEndAChildWhoseCallerIsAbandonedForANewInput() {
    Graph graph = around(inner("asking_once", asks())).build();
    RunResult first = start(graph, StateUpdate.empty());
    ThreadId abandoned = child();

    RunResult second = start(graph, StateUpdate.empty());

    assertThat(second.interrupts()).hasSize(1);
    assertThat(second.interrupts().get(0).id()).isNotEqualTo(first.interrupts().get(0).id());
    assertOver(abandoned);
    assertThat(answer(Answer.single("new")).state().get(LOG)).containsExactly("new", "out");
  }

  @Test
  void shouldBeginAChildAnewWhoseQuestionARollbackOpensAgain() {
    Graph graph = around(inner("asking_again", asks())).build();
    start(graph, StateUpdate.empty());
    long asked = runtime().snapshot(thread()).checkpoint();
    start(graph, StateUpdate.empty());

    ThreadSnapshot back = runtime().rollback(thread(), asked);
    ThreadSnapshot open =
        eventually(() -> runtime().snapshot(thread()), it -> !it.interrupts().isEmpty());
    RunResult anew = answer(Answer.single("to the child that has ended"));
    RunResult result = answer(Answer.single("again"));

    assertThat(back.checkpoint()).isGreaterThanOrEqualTo(asked);
    assertThat(open.interrupts()).hasSize(1);
    assertThat(anew.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.state().get(LOG)).containsExactly("again", "out");
  }

  private static NodeAction fails() {
    return context -> {
      throw new IllegalArgumentException("no");
    };
  }

  @Test
  void shouldEndAChildWhoseTaskIsSkipped() {
    RunResult parked = start(around(inner("skipped", fails())).build(), StateUpdate.empty());
    ThreadId child = child();

    RunResult result = answer(Answer.skip(StateUpdate.of(LOG, "instead")));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.state().get(LOG)).containsExactly("instead", "out");
    assertOver(child);
  }

  @Test
  void shouldHandleTheFailureOfAChild() {
    Graph graph =
        around(inner("hopeless", fails()))
            .node("rescue", log("rescued"))
            .onError("child", "rescue")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("rescued", "out");
  }

  @Test
  void shouldFollowTheRoutesOfANodeWhoseChildHasEnded() {
    Graph graph =
        Graph.builder("routed")
            .channels(VALUE, LOG)
            .subgraph("child", inner("simple", log("inside")), Embedding.ownThread())
            .node("one", log("one"))
            .node("two", log("two"))
            .edge(START, "child")
            .route(
                "child", state -> state.get(LOG).contains("inside") ? "two" : "one", "one", "two")
            .build();

    assertThat(start(graph, StateUpdate.empty()).state().get(LOG)).containsExactly("inside", "two");
  }

  /** The child may tell of the edit when the answer is already on its way to it. */
  @Test
  void shouldPassWhatIsWrittenToTheThreadOfAChild() {
    Graph graph = around(inner("edited", asks())).build();
    RunResult asked = start(graph, StateUpdate.empty());

    ThreadSnapshot edited =
        runtime().editState(child(), null, List.of(NodeEdit.of(StateUpdate.of(LOG, "edit"))));
    RunResult result = answer(Answer.to(asked.interrupts().get(0).id(), "yes"));

    assertThat(edited.state().get(LOG)).containsExactly("edit");
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("edit", "yes", "out");
  }

  @Test
  void shouldForgetAChildWithItsParent() {
    RunResult asked = start(around(inner("forgotten", asks())).build(), StateUpdate.empty());
    ThreadId child = child();
    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);

    runtime().delete(thread());

    assertThatThrownBy(() -> runtime().snapshot(child)).isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldForgetAChildThatHasEndedWithItsParent() {
    RunResult asked = start(around(inner("over", asks())).build(), StateUpdate.empty());
    ThreadId child = child();
    RunResult result = answer(Answer.to(asked.interrupts().get(0).id(), "yes"));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);

    runtime().delete(thread());

    assertThatThrownBy(() -> runtime().snapshot(child)).isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldRunAChildWithTheContextOfItsCaller() {
    NodeAction tells = context -> Command.update(LOG, "" + context.runContext() + context.tags());
    RunResult result =
        start(
            around(inner("telling", tells)).build(),
            StateUpdate.empty(),
            RunOptions.builder().tags(List.of("red")).context(Map.of("who", "Ann")));

    assertThat(result.state().get(LOG)).containsExactly("{who=Ann}[red]", "out");
  }

  @Test
  void shouldRefuseToGoBackOnTheThreadOfAChildBeforeItsCall() {
    start(around(inner("going_back", asks())).build(), StateUpdate.empty());
    ThreadId child = child();

    assertThatThrownBy(() -> runtime().rollback(child, 0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the call of thread '" + thread() + "'");

    assertThat(answer(Answer.single("yes")).state().get(LOG)).containsExactly("yes", "out");
  }

  @Test
  void shouldGoOnWithAChildThatIsCancelledWithItsWrites() throws Exception {
    Holding node = new Holding();
    Graph graph = around(inner("taken_back", node)).build();
    RunHandle run = runtime().start(graph, thread(), StateUpdate.empty());
    node.reached.await();
    ThreadId child = child();

    runtime().cancel(child, OnCancel.ROLLBACK);

    node.goesOn.countDown();
    assertThat(eventually(child, ThreadStatus.INTERRUPTED).status())
        .isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(await(runtime().proceed(child)).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(
            eventually(() -> runtime().snapshot(thread()), it -> it.status() == ThreadStatus.IDLE)
                .state()
                .get(LOG))
        .containsExactly("held", "out");
    assertThat(await(run).status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldLetACopyOfAChildGoOnForItself() {
    Graph inner = inner("original", asks());
    runtime().graphs().register(inner);
    start(around(inner).build(), StateUpdate.empty());
    ThreadId copy = ThreadId.random();
    ThreadSnapshot unused = runtime().copy(child(), copy);

    RunResult ofCopy = await(runtime().answer(copy, Answer.single("copied")));

    assertThat(ofCopy.state().get(LOG)).containsExactly("copied");
    assertThat(answer(Answer.single("own")).state().get(LOG)).containsExactly("own", "out");
  }
}
