package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.llm.tool.FinalAnswer;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The type of an answer, as the model is told it. */
class FinalAnswerTest {
  enum Mood {
    GLAD,
    SAD
  }

  record Line(String what, int amount) {}

  record Order(
      Line first,
      Line second,
      List<Line> more,
      Map<String, String> notes,
      Optional<String> hint,
      BigDecimal price,
      LocalDate day,
      Mood mood) {}

  @Test
  void shouldTellTheModelEveryComponentOfTheType() {
    FinalAnswer<Order> answer = FinalAnswer.of(Order.class);

    String told = answer.tool().specifications().get(0).toJson();

    assertThat(told)
        .contains("\"name\":\"answer\"", "first", "amount", "more", "notes", "price", "GLAD");
  }

  @Test
  void shouldTakeWhatFits() {
    FinalAnswer<Order> answer = FinalAnswer.of(Order.class);
    String json =
        """
        {"first": {"what": "a", "amount": 1}, "second": {"what": "b", "amount": 2}, "more": [],
         "notes": {"n": "m"}, "hint": "h", "price": 1.5, "day": "2026-01-02", "mood": "SAD"}
        """;

    assertThat(answer.misfit(json)).isEmpty();
    assertThat(answer.misfit(json.replace("2}", "\"two\"}")).orElseThrow())
        .contains("second", "amount");
    assertThat(answer.misfit(json.replace("\"SAD\"", "\"ANGRY\"")).orElseThrow()).contains("mood");
    assertThat(answer.misfit("so so").orElseThrow()).contains("expected a JSON object");
  }

  @Test
  void shouldBeARecord() {
    assertThatThrownBy(() -> FinalAnswer.of(String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a record");
  }
}
