package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeOptionsTest {
  private static final NodeAction ACTION = context -> Command.none();

  @Nested
  class OfANode {
    private final NodePolicy policy =
        NodePolicy.builder()
            .timeout(Duration.ofSeconds(10))
            .hardTimeout(Duration.ofSeconds(40))
            .attempts(2)
            .build();

    @Test
    void shouldLeaveThePolicyAloneWhenTheySayNothingAboutIt() {
      assertThat(NodeOptions.of(Map.of("model", "big")).applyTo(policy)).isSameAs(policy);
    }

    @Test
    void shouldStretchTheHardTimeoutWithTheTimeout() {
      NodePolicy changed =
          NodeOptions.builder().timeout(Duration.ofSeconds(20)).build().applyTo(policy);

      assertThat(changed.timeout()).isEqualTo(Duration.ofSeconds(20));
      assertThat(changed.hardTimeout()).isEqualTo(Duration.ofSeconds(80));
      assertThat(changed.maxAttempts()).isEqualTo(2);
    }

    @Test
    void shouldShortenTheTimeoutToTheHardTimeout() {
      NodePolicy changed =
          NodeOptions.builder().hardTimeout(Duration.ofSeconds(5)).build().applyTo(policy);

      assertThat(changed.timeout()).isEqualTo(Duration.ofSeconds(5));
      assertThat(changed.hardTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void shouldKeepTheTimeoutWhenTheHardTimeoutIsLonger() {
      NodePolicy changed =
          NodeOptions.builder().hardTimeout(Duration.ofSeconds(50)).build().applyTo(policy);

      assertThat(changed.timeout()).isEqualTo(Duration.ofSeconds(10));
      assertThat(changed.hardTimeout()).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void shouldChangeOnlyTheAttempts() {
      NodePolicy changed = NodeOptions.builder().attempts(7).build().applyTo(policy);

      assertThat(changed.maxAttempts()).isEqualTo(7);
      assertThat(changed.timeout()).isEqualTo(policy.timeout());
      assertThat(changed.hardTimeout()).isEqualTo(policy.hardTimeout());
    }

    @Test
    void shouldTakeTheNearerOptionsAndAllTags() {
      NodeOptions far =
          NodeOptions.builder()
              .parameter("model", "big")
              .parameter("heat", 1)
              .timeout(Duration.ofSeconds(1))
              .hardTimeout(Duration.ofSeconds(2))
              .attempts(3)
              .tags("a", "b")
              .build();
      NodeOptions near =
          NodeOptions.builder().parameters(Map.of("model", "small")).tags("b", "c").build();

      NodeOptions merged = far.with(near);

      assertThat(merged.parameters()).isEqualTo(Map.of("model", "small", "heat", 1));
      assertThat(merged.tags()).containsExactly("a", "b", "c");
      assertThat(merged.timeout()).isEqualTo(Duration.ofSeconds(1));
      assertThat(merged.hardTimeout()).isEqualTo(Duration.ofSeconds(2));
      assertThat(merged.attempts()).isEqualTo(3);
      assertThat(near.with(far).parameters()).containsEntry("model", "big");
      assertThat(far.with(NodeOptions.builder().attempts(9).build()).attempts()).isEqualTo(9);
    }

    @Test
    void shouldKnowWhetherTheyChangeAnything() {
      assertThat(NodeOptions.NONE.changesNothing()).isTrue();
      assertThat(NodeOptions.of(Map.of()).changesNothing()).isTrue();
      assertThat(NodeOptions.builder().attempts(1).build().changesNothing()).isFalse();
      assertThat(new NodeOptions(null, null, null, null, null, null)).isEqualTo(NodeOptions.NONE);
    }

    @Test
    void shouldRefuseNumbersThatMakeNoSense() {
      assertThatThrownBy(() -> NodeOptions.builder().attempts(0).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected at least 1 attempt but found 0.");
      assertThatThrownBy(() -> NodeOptions.builder().timeout(Duration.ZERO).build())
          .hasMessage("Expected a timeout above 0 but found PT0S.");
      assertThatThrownBy(() -> NodeOptions.builder().hardTimeout(Duration.ofSeconds(-1)).build())
          .hasMessage("Expected a timeout above 0 but found PT-1S.");
    }
  }

  @Nested
  class OfACall {
    private final CallOptions options =
        CallOptions.everywhere(NodeOptions.of(Map.of("a", 1, "b", 1, "c", 1)))
            .with("child", NodeOptions.of(Map.of("b", 2, "c", 2)))
            .with("child/x", NodeOptions.of(Map.of("c", 3)));

    @Test
    void shouldPreferTheNearestAddress() {
      assertThat(options.of(List.of("child", "x")).parameters())
          .isEqualTo(Map.of("a", 1, "b", 2, "c", 3));
      assertThat(options.of(List.of("child")).parameters())
          .isEqualTo(Map.of("a", 1, "b", 2, "c", 2));
      assertThat(options.of(List.of("x")).parameters()).isEqualTo(Map.of("a", 1, "b", 1, "c", 1));
      assertThat(CallOptions.NONE.of(List.of("x"))).isEqualTo(NodeOptions.NONE);
      assertThat(new CallOptions(null)).isEqualTo(CallOptions.NONE);
    }

    @Test
    void shouldAcceptTheAddressesOfNodes() {
      assertThat(options.requireFor(nested().spec())).isSameAs(options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "child/gone", "a/x", "child/", "/a", "child/x/y"})
    void shouldRefuseAnAddressOfNoNode(String address) {
      CallOptions wrong = CallOptions.NONE.with(address, NodeOptions.NONE);
      GraphSpec graph = nested().spec();

      assertThatThrownBy(() -> wrong.requireFor(graph))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("'" + address + "'")
          .hasMessageContaining("a node of graph 'g'")
          .hasMessageContaining("(nodes: [a, child])");
    }

    private Graph nested() {
      Graph child = Graph.builder("child").node("x", ACTION).edge(START, "x").build();
      return Graph.builder("g")
          .node("a", ACTION)
          .subgraph("child", child)
          .edge(START, "a")
          .edge("a", "child")
          .build();
    }
  }

  @Nested
  class OfThePolicy {
    @Test
    void shouldKeepEverythingWhenBuiltAgain() {
      NodePolicy policy =
          NodePolicy.builder()
              .local()
              .timeout(Duration.ofSeconds(1))
              .hardTimeout(Duration.ofSeconds(9))
              .retry(RetryPolicy.DEFAULT.withMaxAttempts(4))
              .cache(CachePolicy.ALWAYS.version("2"))
              .build();

      assertThat(policy.toBuilder().build()).isEqualTo(policy);
      assertThat(policy.placement()).isEqualTo(Placement.LOCAL);
      assertThat(policy.cache()).contains(CachePolicy.ALWAYS.version("2"));
      assertThat(policy.withTimeout(Duration.ofSeconds(2)))
          .isEqualTo(
              policy.toBuilder()
                  .timeout(Duration.ofSeconds(2))
                  .hardTimeout(Duration.ofSeconds(6))
                  .build());
    }

    @Test
    void shouldDescribeWhatIsCached() {
      CachePolicy policy =
          CachePolicy.ALWAYS
              .byChannels("a", "b")
              .livingFor(Duration.ofMinutes(1))
              .version("2")
              .ignoring(CachePolicy.OfCaller.CONTEXT);

      assertThat(policy)
          .isEqualTo(
              new CachePolicy(
                  List.of("a", "b"),
                  Optional.of(Duration.ofMinutes(1)),
                  "2",
                  Set.of(CachePolicy.OfCaller.CONTEXT)));
      assertThatThrownBy(() -> CachePolicy.ALWAYS.livingFor(Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected a positive time to live but found PT0S.");
      assertThatThrownBy(() -> CachePolicy.ALWAYS.livingFor(Duration.ofSeconds(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTellWhatDecidesWhetherANodeIsCached() throws Exception {
      State read = State.of(Map.of("n", 7));
      NodeAction keyed = NodeAction.keyed(state -> state.value("n"), ACTION);

      assertThat(ACTION.cacheKey(read)).isEqualTo(Map.of("n", 7));
      assertThat(keyed.cacheKey(read)).isEqualTo(7);
      assertThat(keyed.run(null)).isEqualTo(Command.none());
    }

    @Test
    void shouldKeepTheOtherNumbersWhenSomeAreSet() {
      RetryPolicy policy =
          RetryPolicy.on(IllegalStateException.class)
              .withMaxAttempts(7)
              .withPauses(Duration.ofMillis(1), Duration.ofMillis(2));

      assertThat(policy)
          .isEqualTo(
              new RetryPolicy(
                  List.of("java.lang.IllegalStateException"),
                  7,
                  Duration.ofMillis(1),
                  2.0,
                  Duration.ofMillis(2),
                  List.of()));
      assertThat(policy.covers(new IllegalStateException())).isTrue();
      assertThat(policy.covers(new RuntimeException("other"))).isFalse();
      assertThat(new RetryPolicy(1, Duration.ZERO, 1.0, Duration.ZERO, List.of()).coefficient())
          .isEqualTo(1.0);
    }

    @Test
    void shouldRefuseASendThatMayTakeNoTime() {
      Send send = (Send) Route.send("a", StateUpdate.empty(), Duration.ofSeconds(3));

      assertThat(send.timeout()).contains(Duration.ofSeconds(3));
      assertThat(send.withInput(StateUpdate.of(Channel.of("c", String.class), "x")).timeout())
          .contains(Duration.ofSeconds(3));
      assertThatThrownBy(() -> Route.send("a", StateUpdate.empty(), Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected a positive timeout of the send to 'a' but found PT0S");
      assertThatThrownBy(() -> Route.send("a", StateUpdate.empty(), Duration.ofSeconds(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
