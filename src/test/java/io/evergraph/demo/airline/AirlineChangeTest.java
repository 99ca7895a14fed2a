package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.Divergence;
import io.evergraph.runtime.GraphListener;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.HistoryReplay;
import io.evergraph.temporal.TemporalHouse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a change of the airline agent would do to conversations that were held before. */
@Tag("slow")
class AirlineChangeTest {
  private static final int SOME = 12;
  private static final Set<ThreadId> THREADS = ConcurrentHashMap.newKeySet();
  private static TemporalHouse house;

  @BeforeAll
  static void hold() throws Exception {
    house = TemporalHouse.embedded(AirlineAgent.graph(Map.of()));
    house.runtime().graphs().addListener(new Names());
    ConversationReplay.on(house.runtime()).concurrency(4).run(Recordings.all().subList(0, SOME));
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static List<ReplayReport> play(Graph to, Graph... older) {
    HistoryReplay replay = new HistoryReplay(house.connection(), to, older);
    return THREADS.stream().map(replay::play).toList();
  }

  @Test
  void shouldFindNothingWhereTheAgentIsTheSame() {
    List<ReplayReport> reports = play(AirlineAgent.graph(Map.of()));

    assertThat(reports).hasSize(SOME).allMatch(ReplayReport::fits);
    assertThat(reports).extracting(ReplayReport::steps).allMatch(steps -> steps > 4);
  }

  @Test
  void shouldFindEveryConversationWhereANodeComesBeforeTheModel() {
    List<ReplayReport> reports =
        play(AirlineAgent.agent(Map.of(), new AirlineTools()).with(new Greeting()).build());

    assertThat(reports).hasSize(SOME);
    for (ReplayReport report : reports) {
      Divergence found = report.first().orElseThrow();
      assertThat(found.checkpoint()).isZero();
      assertThat(found.expected()).contains("\"next\":[\"llm\"]");
      assertThat(found.found())
          .contains("\"next\":[\"greeting.beforeModel\"]", "new node greeting.beforeModel");
    }
  }

  @Test
  void shouldFindTheConversationsThatAPersonWasAskedIn() {
    Graph unattended = AirlineAgent.unattended(Map.of(), new AirlineTools()).build();

    List<ReplayReport> reports = play(unattended, AirlineAgent.graph(Map.of()));

    List<Divergence> found = reports.stream().flatMap(it -> it.first().stream()).toList();
    assertThat(found)
        .extracting(Divergence::thread)
        .containsExactlyInAnyOrderElementsOf(asked())
        .hasSizeBetween(1, SOME - 1);
    assertThat(found).extracting(Divergence::nodes).containsOnly(List.of("branch"));
    assertThat(found).allMatch(it -> it.expected().startsWith("TaskFinished"));
    assertThat(found)
        .allMatch(it -> it.found().startsWith("'Expected node 'branch' to go to one of ["))
        .allMatch(it -> it.found().contains("'review'"));
  }

  private static List<ThreadId> asked() {
    return THREADS.stream()
        .filter(
            thread ->
                house.runtime().events(thread, 1).stream()
                    .anyMatch(InterruptEvent.InterruptOpened.class::isInstance))
        .toList();
  }

  @Test
  void shouldNameWhatAVersionLacksWhereTheRecordedOneIsNotAtHand() {
    Graph unattended = AirlineAgent.unattended(Map.of(), new AirlineTools()).build();

    ReplayReport report = play(unattended).get(0);

    assertThat(report.fits()).isFalse();
    assertThat(report.first().orElseThrow().found()).contains("channel");
  }

  private static final class Names implements GraphListener {
    @Override
    public void onEvent(String graph, String thread, RunEvent event) {
      THREADS.add(ThreadId.of(thread));
    }
  }

  /** Has a node of its own before each model call. */
  private static final class Greeting implements AgentHook {
    @Override
    public Placement placement() {
      return Placement.NODE;
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      return HookResult.goOn();
    }
  }
}
