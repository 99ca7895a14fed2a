package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeHookTest {
  private static final NodeAction PLAIN = context -> Command.goTo("plain");
  private final List<String> calls = new ArrayList<>();

  @Test
  void shouldRunTheNodeAsItIsWhenThereIsNoHook() {
    assertThat(NodeHook.NONE.around(PLAIN)).isSameAs(PLAIN);
    assertThat(NodeHook.NONE.around(NodeHook.NONE)).isSameAs(NodeHook.NONE);
  }

  @Test
  void shouldRunNothingElseWhenTheHookBeforeGivesAResult() throws Exception {
    NodeHook hook = NodeHook.before(context -> Optional.of(Command.goTo("early")));

    assertThat(hook.around(failing()).run(null)).isEqualTo(Command.goTo("early"));
  }

  @Test
  void shouldGiveTheResultToTheHookAfter() throws Exception {
    NodeHook hook = NodeHook.after((context, result) -> result.thenGoTo("after"));

    assertThat(hook.around(PLAIN).run(null)).isEqualTo(Command.goTo("after"));
  }

  @Test
  void shouldTakeWhatAHookMakesOfAFailure() throws Exception {
    NodeHook hook =
        NodeHook.onError((context, failure) -> Optional.of(Command.goTo(failure.getMessage())));

    assertThat(hook.around(failing()).run(null)).isEqualTo(Command.goTo("broken"));
    assertThat(hook.around(PLAIN).run(null)).isEqualTo(Command.goTo("plain"));
  }

  @Test
  void shouldFailAsTheNodeDidWhenNoHookTakesCare() {
    NodeHook careless = NodeHook.onError((context, failure) -> Optional.empty());

    assertThatThrownBy(() -> careless.around(failing()).run(null)).hasMessage("broken");
    assertThatThrownBy(() -> noting("a").around(failing()).run(null)).hasMessage("broken");
  }

  @Test
  void shouldNotTakeAnInterruptionForAFailure() {
    NodeHook hook = NodeHook.onError((context, failure) -> Optional.of(Command.none()));
    NodeAction cut =
        context -> {
          throw new InterruptedException("cut");
        };

    assertThatThrownBy(() -> hook.around(cut).run(null)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldEncloseTheHooksDeclaredLater() throws Exception {
    NodeHook both = noting("outer").around(noting("inner"));

    both.around(PLAIN).run(null);

    assertThat(calls).containsExactly("before outer", "before inner", "after inner", "after outer");
  }

  @Test
  void shouldAskTheInnerHookFirstWhenANodeFails() throws Exception {
    NodeHook outer = NodeHook.onError((context, failure) -> Optional.of(Command.goTo("outer")));
    NodeHook inner = NodeHook.onError((context, failure) -> Optional.of(Command.goTo("inner")));
    NodeHook none = NodeHook.onError((context, failure) -> Optional.empty());

    assertThat(outer.around(inner).around(failing()).run(null)).isEqualTo(Command.goTo("inner"));
    assertThat(outer.around(none).around(failing()).run(null)).isEqualTo(Command.goTo("outer"));
  }

  @Test
  void shouldAskTheOuterHookFirstBeforeANodeRuns() throws Exception {
    NodeHook outer = NodeHook.before(context -> Optional.of(Command.goTo("outer")));
    NodeHook inner = NodeHook.before(context -> Optional.of(Command.goTo("inner")));
    NodeHook none = NodeHook.before(context -> Optional.empty());

    assertThat(outer.around(inner).around(PLAIN).run(null)).isEqualTo(Command.goTo("outer"));
    assertThat(none.around(inner).around(PLAIN).run(null)).isEqualTo(Command.goTo("inner"));
  }

  @Test
  void shouldCompleteTheHookOfANodeWithThatOfAllNodes() throws Exception {
    NodeHook ofAll = noting("all");

    NodeHook own = noting("own").orElse(ofAll);
    own.around(PLAIN).run(null);
    NodeHook.onError((context, failure) -> Optional.empty()).orElse(ofAll).around(PLAIN).run(null);

    assertThat(calls).containsExactly("before own", "after own", "before all", "after all");
  }

  @Test
  void shouldKeepItsOwnCareForFailuresWhenCompleted() throws Exception {
    NodeHook mine = NodeHook.onError((context, failure) -> Optional.of(Command.goTo("mine")));
    NodeHook ofAll = NodeHook.onError((context, failure) -> Optional.of(Command.goTo("all")));

    assertThat(mine.orElse(ofAll).around(failing()).run(null)).isEqualTo(Command.goTo("mine"));
    assertThat(noting("own").orElse(ofAll).around(failing()).run(null))
        .isEqualTo(Command.goTo("all"));
  }

  @Test
  void shouldStandAroundTheNodesThatTheGraphDeclaresItFor() throws Exception {
    Graph graph =
        Graph.builder("g")
            .node("a", PLAIN)
            .node("b", PLAIN)
            .openRoutes()
            .edge(START, "a")
            .hook(noting("all"))
            .hook(noting("inner"))
            .hook("b", noting("b"))
            .build();

    graph.hook("a").around(graph.action("a")).run(null);
    graph.hook("b").around(graph.action("b")).run(null);

    assertThat(calls)
        .containsExactly(
            "before all", "before inner", "after inner", "after all", "before b", "after b");
  }

  @Test
  void shouldBeRefusedWhenItIsDeclaredForNoNode() {
    GraphBuilder builder =
        Graph.builder("g")
            .node("a", PLAIN)
            .subgraph("inner", Graph.builder("i").node("x", PLAIN).edge(START, "x").build())
            .edge(START, "a")
            .edge("a", "inner")
            .hook("a", noting("a"))
            .hook("inner", noting("i"))
            .hook("zz", noting("z"))
            .hook("gone", noting("g"));

    assertThat(catchThrowableOfType(InvalidGraphException.class, builder::build).problems())
        .containsExactly(
            "a hook is declared for 'gone', which is no node",
            "a hook is declared for 'inner', which is a subgraph and runs no code of its own:"
                + " declare it for nodes of that graph, or for a node before or after it",
            "a hook is declared for 'zz', which is no node");
  }

  private NodeHook noting(String name) {
    return NodeHook.before(
            context -> {
              calls.add("before " + name);
              return Optional.empty();
            })
        .orElse(
            NodeHook.after(
                (context, result) -> {
                  calls.add("after " + name);
                  return result;
                }));
  }

  private static NodeAction failing() {
    return context -> {
      throw new IllegalStateException("broken");
    };
  }
}
