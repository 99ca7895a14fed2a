package io.evergraph.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.JavaProcess;
import io.evergraph.demo.airline.CarelessWorker;
import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationFile;
import io.evergraph.temporal.RealTemporal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are killed. The short run that has to pass is part of {@code .ci/smoke}. */
@Tag("real")
@Tag("slow")
class ChaosTest {
  private static final Path ALL = Path.of("src/test/resources/airline/conversations.jsonl");

  @TempDir Path folder;

  @Test
  void shouldFailWhenToolsThrowTheKeyOfACallAway() throws Exception {
    List<Conversation> some = ConversationFile.read(ALL).subList(0, 3);
    ChaosPlan plan =
        new ChaosPlan(
            2, 3, 1, Duration.ofSeconds(2), 6, 0, 0, Duration.ofMillis(500), Duration.ofMinutes(5));
    Chaos.Programs programs =
        new Chaos.Programs(Path.of(RealTemporal.program()), carelessWorker(), null, folder);

    ChaosReport report = new Chaos(plan, programs, line -> {}).run(some);

    assertThat(report.passed()).as(report.toText()).isEqualTo(3);
    assertThat(report.isGood()).as(report.toText()).isFalse();
    assertThat(report.violations()).anyMatch(it -> it.contains("one call under 2 keys"));
  }

  private static List<String> carelessWorker() {
    return JavaProcess.command(
        CarelessWorker.class, List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
  }
}
