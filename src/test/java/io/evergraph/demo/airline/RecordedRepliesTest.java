package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.RecordedMessage.User;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedRepliesTest {

  private static final RecordedMessage QUESTION = new User("Late?");
  private static final Assistant CALL =
      new Assistant("", List.of(new RecordedCall("1", "clock", "{\"city\":\"Paris\"}")));
  private static final RecordedMessage RESULT = new Tool("1", "clock", "21:00");
  private static final Assistant ANSWER = new Assistant("Yes.", List.of());
  private static final RecordedMessage THANKS = new User("Thanks.");

  private final RecordedReplies recording = recording(QUESTION, CALL, RESULT, ANSWER, THANKS);

  @Test
  void shouldGiveTheRecordedAnswersWhenAskedAtTheirPositions() {
    assertThat(recording.answer(List.of(QUESTION))).isEqualTo(CALL);
    assertThat(recording.answer(List.of(QUESTION, CALL, RESULT))).isEqualTo(ANSWER);
  }

  @Test
  void shouldGiveTheSameAnswerWhenAskedTwice() {
    assertThat(recording.answer(List.of(QUESTION))).isEqualTo(recording.answer(List.of(QUESTION)));
    assertThat(recording.result(2, "clock", "{\"city\":\"Paris\"}"))
        .isEqualTo(recording.result(2, "clock", "{\"city\":\"Paris\"}"));
  }

  @Test
  void shouldCloseWithAnEmptyAnswerWhenTheRecordingEndsWithTheUser() {
    assertThat(recording.answer(recording.conversation().messages()))
        .isEqualTo(RecordedReplies.CLOSING);
  }

  @Test
  void shouldCloseWithAnEmptyAnswerWhenTheRecordingEndsWithAToolResult() {
    // given
    RecordedReplies open = recording(QUESTION, CALL, RESULT);

    // then
    assertThat(open.answer(open.conversation().messages())).isEqualTo(RecordedReplies.CLOSING);
  }

  @Test
  void shouldNotCloseAgainWhenTheRecordingEndsWithTheModel() {
    // given
    RecordedReplies ended = recording(QUESTION, ANSWER);

    // when, then
    assertThatThrownBy(() -> ended.answer(ended.conversation().messages()))
        .isInstanceOfSatisfying(
            ReplayRefusedException.class, e -> assertThat(e.code()).isEqualTo("recording_over"))
        .hasMessage(
            "Conversation test is over: 2 messages were recorded, and the model is asked to go on after 2."
                + " Only the recording can be replayed: it has 2 messages, start a new conversation.");
  }

  @Test
  void shouldRefuseWhenTheUserOrAToolIsNext() {
    assertThatThrownBy(() -> recording.answer(List.of(QUESTION, CALL, RESULT, ANSWER)))
        .isInstanceOfSatisfying(
            ReplayRefusedException.class,
            e -> assertThat(e.code()).isEqualTo("not_the_models_turn"))
        .hasMessage(
            "Conversation test has no answer of the model at position 4."
                + " Only the recording can be replayed: message 4 is from role user and says \"Thanks.\".");
    assertThatThrownBy(() -> recording.answer(List.of(QUESTION, CALL)))
        .hasMessageContaining("no answer of the model at position 2")
        .hasMessageContaining("message 2 is from role tool.");
    assertThatThrownBy(() -> recording.answer(List.of())).hasMessageContaining("says \"Late?\"");
  }

  @Test
  void shouldNameTheFirstDifferenceWhenAMessageIsNotTheRecordedOne() {
    assertThatThrownBy(
            () -> recording.answer(List.of(QUESTION, CALL, new Tool("1", null, "20:00"))))
        .isInstanceOfSatisfying(
            ReplayRefusedException.class,
            e -> {
              assertThat(e.status()).isEqualTo(400);
              assertThat(e.code()).isEqualTo("recording_mismatch");
              assertThat(e.field()).isEqualTo("messages[2].content");
            })
        .hasMessage(
            "Conversation test differs from the recording at message 2, field content: expected \"21:00\", found"
                + " \"20:00\" (they differ from character 1 on). Only the recording can be replayed: message 2 is"
                + " from role tool.");
  }

  @Test
  void shouldIgnoreTheNameOfAToolResultBecauseClientsDoNotSendIt() {
    assertThat(recording.answer(List.of(QUESTION, CALL, new Tool("1", null, "21:00"))))
        .isEqualTo(ANSWER);
  }

  @Test
  void shouldTakeEmptyArgumentsForAnEmptyObject() {
    // given
    RecordedReplies spoken = recording(QUESTION, calling(""), RESULT);
    List<RecordedMessage> said = List.of(QUESTION, calling("{}"), RESULT);

    // then
    assertThat(spoken.answer(said)).isEqualTo(RecordedReplies.CLOSING);
  }

  @Test
  void shouldGiveEachCallItsOwnResultWhenSeveralShareAnId() {
    // given
    RecordedReplies parallel = new RecordedReplies(Recordings.parallel());

    // then
    assertThat(parallel.result(2, "clock", "{\"city\": \"Paris\"}")).isEqualTo("21:00");
    assertThat(parallel.result(3, "clock", "{\"city\":\"T\\u014dkyō 東京 🗼\"}")).isEmpty();
  }

  @Test
  void shouldNameTheDifferenceWhenACallIsNotTheRecordedOne() {
    assertThatThrownBy(() -> recording.result(2, "clock", "{\"city\": \"Paris\"}"))
        .isInstanceOfSatisfying(
            ReplayRefusedException.class, e -> assertThat(e.field()).isEqualTo("arguments"))
        .hasMessageContaining("message 2, field arguments")
        .hasMessageContaining("differ from character 8 on");
    assertThatThrownBy(() -> recording.result(2, "watch", "{\"city\":\"Paris\"}"))
        .hasMessageContaining("field tool: expected \"clock\", found \"watch\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 3, 5, Integer.MAX_VALUE})
  void shouldRefuseWhenNoResultStandsAtThePosition(int position) {
    assertThatThrownBy(() -> recording.result(position, "clock", "{}"))
        .isInstanceOfSatisfying(
            ReplayRefusedException.class, e -> assertThat(e.code()).isEqualTo("no_recorded_result"))
        .hasMessageContaining("no result of a recorded call at position " + position);
  }

  @Test
  void shouldRefuseWhenAResultAnswersNoCall() {
    // given
    RecordedReplies shuffled =
        recording(RESULT, QUESTION, RESULT, ANSWER, RESULT, CALL, RESULT, RESULT);

    // when, then
    for (int position : List.of(0, 2, 4, 7)) {
      assertThatThrownBy(() -> shuffled.result(position, "clock", "{\"city\":\"Paris\"}"))
          .hasMessageContaining("no result of a recorded call at position " + position);
    }
    assertThat(shuffled.result(6, "clock", "{\"city\":\"Paris\"}")).isEqualTo("21:00");
  }

  @Test
  void shouldShowThePartsThatDifferWhenTextsAreLong() {
    // given
    String begin = "🛫".repeat(300);
    RecordedReplies spoken = recording(new User(begin + "yes" + begin), ANSWER);

    // when, then
    assertThatThrownBy(() -> spoken.answer(List.of(new User(begin + "no" + begin))))
        .hasMessageContaining("expected …\"" + "🛫".repeat(20) + "yes" + "🛫".repeat(58) + "\"…")
        .hasMessageContaining("found …\"" + "🛫".repeat(20) + "no" + "🛫".repeat(59) + "\"…")
        .hasMessageContaining("from character 600 on");
  }

  private static Assistant calling(String arguments) {
    return new Assistant("", List.of(new RecordedCall("1", "clock", arguments)));
  }

  private static RecordedReplies recording(RecordedMessage... messages) {
    return new RecordedReplies(new Conversation("test", null, new ArrayList<>(List.of(messages))));
  }
}
