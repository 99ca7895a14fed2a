package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReferencesTest {
  private record Refund(int amount) {}

  private static final Channel<String> JOINED =
      Channel.of("joined", String.class).reducedBy("joined", String::concat);
  private static final ListChannel<Refund> REFUNDS = ListChannel.append("refunds", Refund.class);
  private static final Channel<Integer> COUNT = Channel.sum("count", Integer.class);

  private static final Graph INNER =
      Graph.builder("inner")
          .channels(REFUNDS)
          .node("pay", context -> Command.none())
          .edge(START, "pay")
          .build();
  private static final Graph OUTER =
      Graph.builder("outer")
          .channels(JOINED, COUNT)
          .node("assess", context -> Command.none())
          .subgraph("settle", INNER)
          .edge(START, "assess")
          .route("assess", state -> "settle", "settle")
          .build();

  @Test
  void shouldNameTheCodeThatATopologyNeeds() {
    References references = References.of(OUTER.spec());

    assertThat(references.actions()).containsExactlyInAnyOrder("assess", "pay");
    assertThat(references.routers()).hasSize(1);
    assertThat(references.reducers()).isEqualTo(Map.of("joined", "1"));
    assertThat(references.types()).containsExactly("Refund");
  }

  @Test
  void shouldLetATopologyBeCheckedWithoutItsCode() {
    BindingRegistry standIns = References.of(OUTER.spec()).standIns();

    Graph checked = Graph.of(OUTER.spec(), standIns);

    assertThat(checked.spec()).isEqualTo(OUTER.spec());
  }

  @Test
  void shouldMissEverythingAtOnceWhereNothingIsKnown() {
    assertThatThrownBy(() -> Graph.of(OUTER.spec(), new BindingRegistry()))
        .isInstanceOfSatisfying(
            InvalidGraphException.class,
            invalid ->
                assertThat(String.join("\n", invalid.problems()))
                    .contains("'assess'", "pay", "in subgraph 'settle'", "Refund", "joined"));
  }

  @Test
  void shouldHoldItsNamesInOrder() {
    References references = new References(Set.of("b", "a"), Set.of(), Map.of(), Set.of());

    assertThat(List.copyOf(references.actions())).containsExactly("a", "b");
  }
}
