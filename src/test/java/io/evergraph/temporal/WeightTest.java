package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.JsonSize;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What values weigh beside what their JSON takes. */
class WeightTest {
  private static final StateCodec CODEC = StateCodec.create();

  private static long bytes(JsonNode tree) {
    return tree.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void shouldCountTheDigitsOfLongNumbers() {
    BigInteger digits = BigInteger.TEN.pow(1_000);

    assertThat(new JsonSize(CODEC).of(List.of(digits, new BigDecimal(digits))))
        .isGreaterThan(2_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "é ü ß", "漢字かな", "🙂🙃", "say \"hi\" \\ there", "a\nb\tc", "\u0001", ""})
  void shouldCountATextAsItsJsonTakesIt(String text) {
    JsonNode tree = CODEC.toJson(text.repeat(100));

    long weight = new JsonSize(CODEC).of(tree);

    assertThat(weight).isGreaterThanOrEqualTo(bytes(tree));
    assertThat(weight).isLessThanOrEqualTo(3 * bytes(tree));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 1000})
  void shouldCountEveryPartOfATree(int size) {
    JsonNode tree =
        CODEC.toJson(
            Collections.nCopies(
                size, Map.of("name", "Ada", "numbers", List.of(1, 2.5, true), "none", List.of())));

    assertThat(new JsonSize(CODEC).of(tree)).isBetween(bytes(tree), bytes(tree) * 5 / 4 + 2);
  }
}
