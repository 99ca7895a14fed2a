package io.evergraph.temporal.client;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.ThreadNotifier.Interest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The position of an earlier poll, in a workflow that has ended since. */
@Tag("real")
class HistoryLongPollTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<String> SAID = Channel.of("said", String.class);
  private static final Graph ASKING =
      Graph.builder("asking")
          .channels(SAID)
          .node(
              "ask",
              context ->
                  Command.update(SAID, context.interrupt(Question.asking(String.class, "Go on?"))))
          .edge(START, "ask")
          .build();

  private final ThreadId thread = ThreadId.random();
  private TemporalHouse house;
  private ByteString asked;

  @BeforeEach
  void endARunThatWasAnsweredAsKey() throws Exception {
    house = TemporalHouse.real("HistoryLongPollTest", ASKING);
    RunOptions alone = RunOptions.builder().alone().build();
    house.runtime().start("asking", thread, StateUpdate.empty(), alone).await(LONGEST);
    asked = new ThreadWatch(house.connection()).position(thread.value());
    var answered = house.runtime().answer(thread, "key", List.of(Answer.single("yes")));
    assertThat(answered.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
  }

  @AfterEach
  void close() {
    house.close();
  }

  private HistoryLongPoll after(String update) {
    return new HistoryLongPoll(
        house.connection(),
        thread.value(),
        Interest.STOPS,
        asked,
        ThreadWatch.Start.ACCEPTED,
        update);
  }

  private static boolean goesOn(HistoryLongPoll poll) throws InterruptedException {
    return poll.await(TimeUnit.SECONDS.toNanos(60));
  }

  @Test
  void shouldNotReadFromTheBeginningWhereTheHistoryTellsOfTheAnswer() throws Exception {
    assertThat(asked.isEmpty()).isFalse();

    try (HistoryLongPoll poll = after("key")) {
      assertThat(goesOn(poll)).isFalse();
      assertThat(poll.lastEvents().get(0).hasWorkflowExecutionCompletedEventAttributes()).isTrue();
    }
  }

  @Test
  void shouldReadFromTheBeginningWhereAnotherWorkflowMayHaveFollowed() throws Exception {
    try (HistoryLongPoll poll = after("an answer of a workflow that followed")) {
      assertThat(goesOn(poll)).isTrue();
      assertThat(poll.lastEvents()).isEmpty();
    }
  }
}
