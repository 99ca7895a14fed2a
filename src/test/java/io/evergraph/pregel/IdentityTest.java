package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {

  @ParameterizedTest
  @ValueSource(longs = {3, 7, 19, 42, 77})
  void shouldNumberCommitsWithoutGapsWhateverFinishesFirst(long seed) {
    EngineDriver thread =
        EngineDriver.of(RandomGraph.of(seed))
            .completing(Completion.random(seed))
            .input(NOTHING)
            .input(NOTHING);

    List<Long> numbers = thread.history().stream().map(Commit::number).toList();

    assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
    assertThat(thread.checkpoint().number()).isEqualTo(numbers.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 7, 19, 42, 77})
  void shouldNeverUseATaskIdTwice(long seed) {
    EngineDriver thread =
        EngineDriver.of(RandomGraph.of(seed)).input(NOTHING).input(NOTHING).input(NOTHING);
    Set<String> ids = new HashSet<>();

    for (Commit commit : thread.history()) {
      for (PlannedTask planned : commit.next().tasks()) {
        assertThat(ids.add(planned.task().id())).as(planned.toString()).isTrue();
        assertThat(UUID.fromString(planned.task().id()).version()).isEqualTo(8);
      }
    }
  }

  @Test
  void shouldKeepTheTaskIdWhenTheTaskRunsAgain() {
    Graph graph = graph().node("a", asks("?")).edge(START, "a").build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING);
    String first = thread.ready("a").id();
    thread.run();
    thread.edit(StateUpdate.of(LOG, "edit"), null);

    thread.accept(new Input.Answers("r", List.of(Answer.single(1))));

    assertThat(thread.ready("a").id()).isEqualTo(first);
    assertThat(thread.ready("a").checkpoint()).isEqualTo(thread.checkpoint().number());
  }

  @Test
  void shouldGiveEveryStepItsNumberWhenAThreadIsReplayed() {
    Graph chain =
        graph().node("a", logs()).node("b", logs()).edge(START, "a").edge("a", "b").build();

    EngineDriver thread = EngineDriver.of(chain).input(NOTHING).input(NOTHING);

    assertThat(thread.history())
        .extracting(Commit::step)
        .isEqualTo(IntStream.rangeClosed(-1, 6).boxed().toList());
    assertThat(thread.history())
        .extracting(Commit::source)
        .startsWith(Source.INPUT, Source.LOOP, Source.LOOP, Source.LOOP, Source.INPUT);
  }

  @Test
  void shouldLeadToEachStateFromItsParentWhenContributionsAreApplied() {
    Channel<Integer> total = Channel.of("count", Integer.class);
    Graph chain =
        graph().node("a", counts()).node("b", counts()).edge(START, "a").edge("a", "b").build();
    EngineDriver thread = EngineDriver.of(chain).input(StateUpdate.of(total, 5));

    State state = chain.schema().initial();
    for (Commit commit : thread.history()) {
      List<TaskWrites> contributions = commit.contributions();
      state = chain.schema().apply(state, contributions);
      assertThat(commit.state()).isEqualTo(state);
    }
    assertThat(state.get(total)).isEqualTo(7);
  }
}
