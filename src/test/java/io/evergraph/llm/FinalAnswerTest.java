package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.output.structured.Description;
import io.evergraph.llm.tool.FinalAnswer;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

  record Invoice(
      @Description("In whole euros") int amount,
      @JsonProperty(required = true) String payer,
      @Nullable String remark) {}

  @Test
  void shouldTellTheModelWhatHasToBeThereAndWhatItMeans() {
    FinalAnswer<Invoice> answer = FinalAnswer.of(Invoice.class);

    JsonObjectSchema told = answer.tool().specifications().get(0).parameters();

    assertThat(told.required()).containsExactlyInAnyOrder("amount", "payer");
    assertThat(told.properties().get("amount").description()).isEqualTo("In whole euros");
    assertThat(answer.misfit("{\"amount\": 1, \"payer\": \"Ann\"}")).isEmpty();
    assertThat(answer.misfit("{\"amount\": 1}").orElseThrow()).contains("payer");
    assertThat(answer.misfit("{\"payer\": \"Ann\"}").orElseThrow()).contains("amount");
  }

  @Test
  void shouldBeARecord() {
    assertThatThrownBy(() -> FinalAnswer.of(String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a record");
  }
}
