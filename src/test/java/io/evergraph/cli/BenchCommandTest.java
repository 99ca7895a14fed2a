package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BenchCommandTest {

  @Test
  @Tag("slow")
  void shouldPrintOneLineOfJsonForEachWorkload() throws Exception {
    CommandRun run = CommandRun.of("bench", "--workload", "hitl,chain3", "--reps", "3");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.outLines()).hasSize(2);
    JsonNode first = new ObjectMapper().readTree(run.outLines().get(0));
    assertThat(first.get("engine").asText()).isEqualTo("evergraph-memory");
    assertThat(first.get("workload").asText()).isEqualTo("chain3");
    assertThat(first.get("metric").asText()).isEqualTo("ms");
    assertThat(first.get("reps").asInt()).isEqualTo(3);
    assertThat(first.get("median").asDouble())
        .isBetween(first.get("min").asDouble(), first.get("max").asDouble());
    assertThat(first.get("history_events").isNull()).isTrue();
  }
}
