package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Embedding.Memory;
import io.evergraph.graph.FailureRules.Siblings;
import io.evergraph.state.Channel;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PartsTest {
  private static final Channel<String> IN = Channel.of("in", String.class);
  private static final Channel<String> OUT = Channel.of("out", String.class);
  private static final Channel<String> SECRET = Channel.of("secret", String.class);

  @Nested
  class Embeddings {
    @Test
    void shouldShareByNameUnlessChannelsAreMapped() {
      assertThat(Embedding.DEFAULT.sharesByName()).isTrue();
      assertThat(Embedding.DEFAULT.input(IN, OUT).sharesByName()).isFalse();
      assertThat(Embedding.DEFAULT.output(IN, OUT).sharesByName()).isFalse();
      assertThat(new Embedding(null, null, null)).isEqualTo(Embedding.DEFAULT);
    }

    @Test
    void shouldMapTargetsToTheirSources() {
      Embedding embedding = Embedding.DEFAULT.input(IN, OUT).output(SECRET, IN).keptPerThread();

      assertThat(embedding.inputs()).isEqualTo(Map.of("out", "in"));
      assertThat(embedding.outputs()).isEqualTo(Map.of("in", "secret"));
      assertThat(embedding.memory()).isEqualTo(Memory.PER_THREAD);
      assertThat(Embedding.perThread().memory()).isEqualTo(Memory.PER_THREAD);
    }
  }

  @Nested
  class Failures {
    @Test
    void shouldFindWhoTakesCareOfWhom() {
      FailureRules rules = FailureRules.NONE.with("a", "nurse").with("doctor");

      assertThat(rules.handlerOf("a")).contains("nurse");
      assertThat(rules.handlerOf("b")).contains("doctor");
      assertThat(rules.handlerOf("nurse")).isEmpty();
      assertThat(rules.handlerOf("doctor")).isEmpty();
      assertThat(rules.isHandler("nurse")).isTrue();
      assertThat(rules.isHandler("doctor")).isTrue();
      assertThat(rules.isHandler("a")).isFalse();
      assertThat(FailureRules.NONE.handlerOf("a")).isEqualTo(Optional.empty());
    }

    @Test
    void shouldKnowWhetherAnybodyTakesCare() {
      assertThat(FailureRules.NONE.hasHandlers()).isFalse();
      assertThat(FailureRules.NONE.with("doctor").hasHandlers()).isTrue();
      assertThat(FailureRules.NONE.with("a", "nurse").hasHandlers()).isTrue();
    }

    @Test
    void shouldKeepTheOtherRulesWhenOneIsSet() {
      FailureRules rules =
          FailureRules.NONE
              .with("a", "nurse")
              .with("doctor")
              .with(Siblings.CANCEL)
              .with(OnFailure.FAIL);

      assertThat(rules)
          .isEqualTo(
              new FailureRules(
                  Optional.of(OnFailure.FAIL),
                  Siblings.CANCEL,
                  Map.of("a", "nurse"),
                  Optional.of("doctor")));
    }
  }
}
