package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.Limits;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.State;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an agent has used, as states keep it. */
class AgentUsageTest {
  private static final Limits LIMITS =
      Limits.perTurn(turn -> turn.modelCalls(2)).perThread(thread -> thread.modelCalls(3));

  private static State holding(AgentUsage used) {
    return State.of(Map.of(AgentUsage.CHANNEL.name(), used));
  }

  private static AgentUsage read(String json) throws JsonProcessingException {
    StateCodec codec = StateCodec.create();
    AgentUsage read =
        codec.fromJson(codec.mapper().readTree(json), AgentUsage.class, "what was kept");
    assertThat(read).isNotNull();
    return read;
  }

  @Test
  void shouldCountOnInItsTurnAndAnewInAnother() {
    AgentUsage used =
        AgentUsage.of(State.empty(), "one")
            .withModelCall(10, 0)
            .withModelCall(10, 0)
            .withRepairs(1);

    AgentUsage same = AgentUsage.of(holding(used), "one");
    AgentUsage next = AgentUsage.of(holding(used), "two");

    assertThat(same).isEqualTo(used);
    assertThat(LIMITS.forModel(same)).isPresent();
    assertThat(LIMITS.forModel(next)).isEmpty();
    assertThat(next.repairs()).isZero();
    assertThat(LIMITS.forModel(next.withModelCall(10, 0))).isPresent();
  }

  @Test
  void shouldBeginATurnAndKeepTheThreadOfWhatAnEarlierVersionWrote()
      throws JsonProcessingException {
    String count = "{\"modelCalls\":2,\"toolCalls\":{\"look\":1},\"tokens\":20,\"cost\":0}";
    AgentUsage kept =
        read(
            "{\"turnId\":\"message\",\"turn\":%s,\"thread\":%s,\"ended\":\"run\"}"
                .formatted(count, count));

    AgentUsage next = AgentUsage.of(holding(kept), "run");

    assertThat(LIMITS.forModel(next)).isEmpty();
    assertThat(LIMITS.forModel(next.withModelCall(1, 0))).isPresent();
  }
}
