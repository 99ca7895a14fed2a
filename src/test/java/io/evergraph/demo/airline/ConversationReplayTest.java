package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.RecordedMessage.User;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recorded conversations run through the agent, and compared. */
class ConversationReplayTest {
  private static final String ALTERED = "airline-041-0";

  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private final List<ReplayResult> progress = new ArrayList<>();

  @AfterEach
  void close() {
    runtime.close();
  }

  private ReplaySummary replay(List<Conversation> expected, List<Conversation> recordings)
      throws Exception {
    return ConversationReplay.on(runtime)
        .recordings(recordings)
        .concurrency(8)
        .listener(progress::add)
        .run(expected);
  }

  private static List<Conversation> some() {
    List<Conversation> some = new ArrayList<>(Recordings.all().subList(0, 6));
    some.removeIf(conversation -> conversation.id().equals(ALTERED));
    some.add(2, Recordings.named(ALTERED));
    return some;
  }

  /** The same conversations, one with another message at a position. */
  private static List<Conversation> altered(int position, RecordedMessage other) {
    List<RecordedMessage> messages = new ArrayList<>(Recordings.named(ALTERED).messages());
    messages.set(position, other);
    return with(messages);
  }

  private static List<Conversation> swapped(int one, int other) {
    List<RecordedMessage> messages = new ArrayList<>(Recordings.named(ALTERED).messages());
    Collections.swap(messages, one, other);
    return with(messages);
  }

  private static List<Conversation> with(List<RecordedMessage> messages) {
    return some().stream()
        .map(
            conversation ->
                conversation.id().equals(ALTERED)
                    ? new Conversation(ALTERED, conversation.reward(), messages)
                    : conversation)
        .toList();
  }

  private static RecordedMessage original(int position) {
    return Recordings.named(ALTERED).messages().get(position);
  }

  /** Exactly one conversation fails, whichever of the two files was altered. */
  private void assertOneFails(List<Conversation> altered, String... saying) throws Exception {
    ReplaySummary expectedAltered = replay(altered, some());
    ReplaySummary recordingsAltered = replay(some(), altered);

    for (ReplaySummary report : List.of(expectedAltered, recordingsAltered)) {
      assertThat(report.passed()).isEqualTo(some().size() - 1);
      assertThat(report.results())
          .filteredOn(result -> !result.passed())
          .singleElement()
          .satisfies(result -> assertThat(result.conversation()).isEqualTo(ALTERED));
    }
    assertThat(mismatch(expectedAltered)).contains(saying).doesNotContain("\n");
  }

  private static String mismatch(ReplaySummary report) {
    return report.results().stream()
        .filter(result -> !result.passed())
        .map(ReplayResult::mismatch)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("slow")
  void shouldReproduceEveryRecordingToTheByte() throws Exception {
    // when
    ReplaySummary report =
        ConversationReplay.on(runtime).listener(progress::add).run(Recordings.all());

    // then
    assertThat(report.describe()).isEqualTo("140 passed, 0 failed");
    assertThat(report.results()).extracting(ReplayResult::mismatch).containsOnlyNulls();
    assertThat(report.results())
        .extracting(ReplayResult::conversation)
        .isEqualTo(Recordings.all().stream().map(Conversation::id).toList());
    assertThat(report.results())
        .allSatisfy(
            result ->
                assertThat(result.modelCalls())
                    .isEqualTo(result.recordedAnswers() + result.closingAnswers()));
    assertThat(progress).hasSameElementsAs(report.results());
  }

  @Test
  void shouldFailOnceWhenAToolResultIsAltered() throws Exception {
    Tool result = (Tool) original(4);
    Tool other = new Tool(result.callId(), result.tool(), result.content().replace("280", "281"));

    assertOneFails(altered(4, other), "message 4, field content", "281", "280");
  }

  @Test
  void shouldFailOnceWhenAnArgumentIsAltered() throws Exception {
    RecordedCall call = ((Assistant) original(3)).calls().get(0);
    RecordedCall other = new RecordedCall(call.id(), call.tool(), call.arguments() + " ");

    assertOneFails(
        altered(3, new Assistant("", List.of(other))),
        "message 3, field tool_calls[0].function.arguments");
  }

  @Test
  void shouldFailOnceWhenTheOrderOfTwoMessagesIsAltered() throws Exception {
    assertOneFails(swapped(2, 3), "says \"Sure! My user ID");
    assertOneFails(swapped(5, 6), "message 5, field role");
    assertOneFails(swapped(1, 5), "message 1, field content");
  }

  @Test
  void shouldFailOnceWhenTheNameOfAToolIsAltered() throws Exception {
    Tool result = (Tool) original(4);
    List<Conversation> altered = altered(4, new Tool(result.callId(), "other", result.content()));

    assertThat(mismatch(replay(altered, some())))
        .isEqualTo(
            "message 4, field name: expected \"other\", found \"get_reservation_details\""
                + " (they differ from character 0 on)");
  }

  @Test
  void shouldFailOnceWhenTheUserSaysSomethingElse() throws Exception {
    assertOneFails(altered(6, new User("Hm.")), "says \"Thanks for the details.");
  }

  @Test
  void shouldFailWhenTheRecordingIsLongerOrShorterThanExpected() throws Exception {
    List<RecordedMessage> messages = Recordings.named(ALTERED).messages();

    List<Conversation> shorter = with(messages.subList(0, messages.size() - 2));

    assertOneFails(shorter, "message 11: expected one empty answer that closes the recording");
    assertThat(mismatch(replay(some(), shorter))).startsWith("message 11, field content: expected");
  }

  @Test
  void shouldFailWhenTheConversationWasNotRecorded() throws Exception {
    List<Conversation> others = some().stream().filter(it -> !it.id().equals(ALTERED)).toList();

    ReplaySummary report = replay(some(), others);

    assertThat(report.failed()).isEqualTo(1);
    assertThat(mismatch(report)).contains("there is no conversation " + ALTERED);
  }

  @Test
  void shouldReplaySpeakersWhoSpeakSeveralTimesInARow() throws Exception {
    Assistant asks = new Assistant("", List.of(call("{\"a\": 1}"), call(""), call("{}")));
    Conversation rows =
        new Conversation(
            "rows / 1",
            null,
            List.of(
                new Assistant("Welcome!", List.of()),
                new Assistant("How can I help?", List.of()),
                new User("Hi."),
                new User("Which airports?"),
                asks,
                new Tool("same", "list_all_airports", ""),
                new Tool("same", "list_all_airports", "done"),
                new Tool("same", null, ""),
                new Assistant("Sent.", List.of()),
                new Assistant("Anything else?", List.of())));

    ReplaySummary report = replay(List.of(rows), List.of(rows));

    assertThat(report.results())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.mismatch()).isNull();
              assertThat(result.modelCalls()).isEqualTo(5);
              assertThat(result.closingAnswers()).isZero();
            });
  }

  private static RecordedCall call(String arguments) {
    return new RecordedCall("same", "list_all_airports", arguments);
  }

  @Test
  void shouldFailWhenTheAgentStopsBeforeTheRecordingDoes() throws Exception {
    Conversation impossible =
        new Conversation(
            "impossible",
            null,
            List.of(new User("Hi."), new Assistant("Ho.", List.of()), new Tool("c", "t", "x")));

    ReplaySummary report = replay(List.of(impossible), List.of(impossible));

    assertThat(report.failed()).isEqualTo(1);
    assertThat(mismatch(report)).contains("no answer of the model at position 2");
  }

  @Test
  void shouldSayInOneLineHowItWent() throws Exception {
    ReplaySummary report = replay(some(), some());

    assertThat(report.results().get(2).describe())
        .matches("airline-041-0: passed \\(model calls 7 of 6 recorded \\+ 1 closing, \\d+ ms\\)");
  }

  @Test
  void shouldRefuseToRunNothingAtOnce() {
    assertThatThrownBy(() -> ConversationReplay.on(runtime).concurrency(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
