package io.evergraph.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
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
  void shouldReadEachKindOfMember() {
    Fields body =
        body("text", "t", "count", 3, "flag", true, "list", List.of("a", "b"), "one", "c");

    assertThat(body.text("text")).contains("t");
    assertThat(body.count("count")).isEqualTo(3);
    assertThat(body.number("count", 0)).isEqualTo(3);
    assertThat(body.flag("flag")).isTrue();
    assertThat(body.texts("list")).containsExactly("a", "b");
    assertThat(body.texts("one")).containsExactly("c");
    assertThat(body.choice("one", List.of("b", "c"))).contains("c");
  }

  @Test
  void shouldTakeNullForAbsentUnlessSaidOtherwise() {
    Fields body = body("nothing", null);

    assertThat(body.text("nothing")).isEmpty();
    assertThat(body.count("nothing")).isNull();
    assertThat(body.number("nothing", 7)).isEqualTo(7);
    assertThat(body.flag("nothing")).isFalse();
    assertThat(body.texts("nothing")).isEmpty();
    assertThat(body.map("nothing")).isEmpty();
    assertThat(body.maps("nothing")).isEmpty();
    assertThat(body.nullableMap("nothing")).isNull();
    assertThat(body.has("nothing")).isTrue();
    assertThat(body.has("absent")).isFalse();
    assertThat(Fields.ofBody(null).text("any")).isEmpty();
  }

  @Test
  void shouldKeepNullsOnlyWhereTheyMeanSomething() {
    Map<String, Object> values = new HashMap<>();
    values.put("a", null);
    values.put("b", 1);
    Fields body = body("object", values, "objects", List.of(values, Map.of("c", 2)));

    assertThat(body.map("object")).isEqualTo(Map.of("b", 1));
    assertThat(body.nullableMap("object")).isEqualTo(values);
    assertThat(body.maps("object")).containsExactly(values);
    assertThat(body.maps("objects")).containsExactly(values, Map.of("c", 2));
  }

  @Test
  void shouldNameThePlaceWhenAMemberDoesNotFit() {
    Fields inner = body("config", Map.of("limit", "many")).fields("config").orElseThrow();

    assertThatThrownBy(() -> inner.count("limit"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "Expected a whole number of at least 1 for 'config.limit' but found the text 'many'.");
    assertThatThrownBy(() -> body("a", List.of(1)).maps("a")).hasMessageContaining("but found 1");
    assertThatThrownBy(() -> body("a", 1.5).number("a", 0)).hasMessageContaining("but found 1.5");
    assertThatThrownBy(() -> body("a", " ").text("a")).hasMessageContaining("Expected text");
    assertThatThrownBy(() -> body().requiredText("a", "a name"))
        .hasMessage("Expected a name for 'a' but found nothing.");
    assertThatThrownBy(() -> body("a", "x".repeat(100)).flag("a"))
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
