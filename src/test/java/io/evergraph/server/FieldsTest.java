package io.evergraph.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bodies are read member by member. */
class FieldsTest {
  private static Fields body(Object... namesAndValues) {
    Map<String, Object> members = new HashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      members.put((String) namesAndValues[at], namesAndValues[at + 1]);
    }
    return Fields.ofBody(members);
  }

  @Test
  void shouldReadNumbersOfFactsAsTheyAreInEveryProcess() {
    Fields body = Fields.ofBody(Map.of("facts", Map.of("rate", new BigDecimal("0.50"))));

    assertThat(body.find("facts", Kind.VALUES)).contains(Map.of("rate", 0.5));
  }

  @Test
  void shouldReadEachKindOfMember() {
    Fields body =
        body("text", "t", "count", 3, "flag", true, "list", List.of("a", "b"), "one", "c");

    assertThat(body.find("text", Kind.TEXT)).contains("t");
    assertThat(body.find("count", Kind.COUNT)).contains(3);
    assertThat(body.find("count", Kind.NUMBER).orElse(0)).isEqualTo(3);
    assertThat(body.find("flag", Kind.FLAG).orElse(false)).isTrue();
    assertThat(body.find("list", Kind.TEXTS).orElse(List.of())).containsExactly("a", "b");
    assertThat(body.find("one", Kind.TEXTS).orElse(List.of())).containsExactly("c");
    assertThat(body.find("one", Kind.oneOf("b", "c"))).contains("c");
  }

  @Test
  void shouldTakeNullForAbsentUnlessSaidOtherwise() {
    Fields body = body("nothing", null);

    assertThat(body.find("nothing", Kind.TEXT)).isEmpty();
    assertThat(body.find("nothing", Kind.COUNT)).isEmpty();
    assertThat(body.find("nothing", Kind.NUMBER).orElse(7)).isEqualTo(7);
    assertThat(body.find("nothing", Kind.FLAG).orElse(false)).isFalse();
    assertThat(body.find("nothing", Kind.TEXTS).orElse(List.of())).isEmpty();
    assertThat(body.find("nothing", Kind.VALUES).orElse(Map.of())).isEmpty();
    assertThat(body.objects("nothing")).isEmpty();
    assertThat(body.find("nothing", Kind.OBJECT)).isEmpty();
    assertThat(body.has("nothing")).isTrue();
    assertThat(body.has("absent")).isFalse();
    assertThat(Fields.ofBody(null).find("any", Kind.TEXT)).isEmpty();
  }

  @Test
  void shouldKeepNullsOnlyWhereTheyMeanSomething() {
    Map<String, Object> values = new HashMap<>();
    values.put("a", null);
    values.put("b", 1);
    Fields body = body("object", values, "objects", List.of(values, Map.of("c", 2)));

    assertThat(body.find("object", Kind.VALUES).orElse(Map.of())).isEqualTo(Map.of("b", 1));
    assertThat(body.find("object", Kind.OBJECT)).contains(values);
    assertThat(body.objects("object")).containsExactly(values);
    assertThat(body.objects("objects")).containsExactly(values, Map.of("c", 2));
  }

  @Test
  void shouldNameThePlaceWhenAMemberDoesNotFit() {
    Fields inner = body("config", Map.of("limit", "many")).fields("config").orElseThrow();

    assertThatThrownBy(() -> inner.find("limit", Kind.COUNT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "Expected a whole number of at least 1 for 'config.limit' but found the text 'many'.");
    assertThatThrownBy(() -> body("a", List.of(1)).objects("a"))
        .hasMessageContaining("but found 1");
    assertThatThrownBy(() -> body("a", 1.5).find("a", Kind.NUMBER))
        .hasMessageContaining("but found 1.5");
    assertThatThrownBy(() -> body("a", " ").find("a", Kind.TEXT))
        .hasMessageContaining("Expected text");
    assertThatThrownBy(() -> body().required("a", "a name"))
        .hasMessage("Expected a name for 'a' but found nothing.");
    assertThatThrownBy(() -> body("a", "x".repeat(100)).find("a", Kind.FLAG))
        .hasMessageContaining("the text '" + "x".repeat(60) + "…'");
  }

  @Test
  void shouldRefuseOnlyWhatIsThereWhenAMemberIsNotUnderstood() {
    Fields body = body("empty", List.of(), "none", Map.of(), "full", List.of(1));

    body.refuse("absent", "not yet");
    body.refuse("empty", "not yet");
    body.refuse("none", "not yet");

    assertThatThrownBy(() -> body.refuse("full", "not yet"))
        .hasMessage("Expected nothing (not yet) for 'full' but found a list.");
  }
}
