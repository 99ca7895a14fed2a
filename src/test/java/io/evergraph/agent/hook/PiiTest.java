package io.evergraph.agent.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Part;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as personal data, and what takes its place. */
class PiiTest {
  private static final List<String> WORDS =
      List.of(
          " ",
          " ",
          "\n",
          ", ",
          "-",
          ".",
          "to ",
          "é",
          "日本",
          "ann@example.org",
          "4111 1111 1111 1111",
          "4111-1111-1111-1111",
          "4111",
          "1111 ",
          "192.168.0.12",
          "00:1B:44:11:3a:B7",
          "https://example.org/a?b=1",
          "www.",
          "@",
          "12 ",
          "123",
          "12/26",
          " 737");

  @Test
  void shouldTakeLongTextsWithoutSpacesInOneGo() {
    String unbroken = "a".repeat(300_000);
    String labels = "a@" + "a.".repeat(20_000);

    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          assertThat(said(Pii.of(PiiKind.EMAIL), unbroken)).isEqualTo(unbroken);
          assertThat(said(Pii.of(PiiKind.EMAIL), labels)).isNotEmpty();
          assertThat(said(Pii.of(PiiKind.EMAIL), unbroken + "@example.org"))
              .isEqualTo("[REDACTED_EMAIL]");
        });
  }

  private static String said(Pii pii, String text) {
    return pii.input(Message.user(text)).text();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          EMAIL       | write to ann@example.org.      | write to [REDACTED_EMAIL].       | write to ann@****.org.
          EMAIL       | a@b and @home                  | a@b and @home                    | a@b and @home
          CREDIT_CARD | pay 4111 1111 1111 1111 now    | pay [REDACTED_CREDIT_CARD] now   | pay ****-****-****-1111 now
          CREDIT_CARD | order 4111111111111112         | order 4111111111111112           | order 4111111111111112
          CREDIT_CARD | 4111 1111 1111 1111 12/26      | [REDACTED_CREDIT_CARD] 12/26     | ****-****-****-1111 12/26
          CREDIT_CARD | card 4111111111111111 123      | card [REDACTED_CREDIT_CARD] 123  | card ****-****-****-1111 123
          CREDIT_CARD | 4111-1111-1111-1111 737        | [REDACTED_CREDIT_CARD] 737       | ****-****-****-1111 737
          CREDIT_CARD | pay 2 4111 1111 1111 1111 7    | pay 2 [REDACTED_CREDIT_CARD] 7   | pay 2 ****-****-****-1111 7
          CREDIT_CARD | 378282246310005 1234           | [REDACTED_CREDIT_CARD] 1234      | ****-****-****-0005 1234
          CREDIT_CARD | 1234 5678 9012 3456 7890 12    | 1234 5678 9012 3456 7890 12      | 1234 5678 9012 3456 7890 12
          IP          | at 192.168.0.12, ok            | at [REDACTED_IP], ok             | at *.*.*.12, ok
          IP          | version 1.2.3.400 of 1.2.3     | version 1.2.3.400 of 1.2.3       | version 1.2.3.400 of 1.2.3
          MAC_ADDRESS | card 00:1B:44:11:3a:B7 is      | card [REDACTED_MAC_ADDRESS] is   | card **:**:**:**:**:B7 is
          URL         | see https://example.org/a?b=1  | see [REDACTED_URL]               | see [MASKED_URL]
          URL         | (see https://a.b/c).           | (see [REDACTED_URL]).            | (see [MASKED_URL]).
          URL         | <a href="https://a.b">5 days<  | <a href="[REDACTED_URL]">5 days< | <a href="[MASKED_URL]">5 days<
          URL         | {"u":"http://[::1]/c","n":25}  | {"u":"[REDACTED_URL]","n":25}    | {"u":"[MASKED_URL]","n":25}
          """)
  void shouldFindPersonalDataAndNothingElse(
      PiiKind kind, String text, String redacted, String masked) {
    assertThat(said(Pii.of(kind).redact(), text)).isEqualTo(redacted);
    assertThat(said(Pii.of(kind).mask(), text)).isEqualTo(masked);
  }

  @Test
  void shouldFindPersonalDataInWhoSpeaksAndInNamesOfFiles() {
    Part file = new Part.Media(Part.Kind.FILE, "https://example.org/1", "", "ann@example.org", "");
    Message given =
        Message.user("Hi").withMetadata("name", "ann@example.org").withContent(List.of(file));

    Message taken = Pii.of(PiiKind.EMAIL).input(given);

    assertThat(taken.metadata()).containsEntry("name", "[REDACTED_EMAIL]");
    assertThat(((Part.Media) taken.content().get(0)).name()).isEqualTo("[REDACTED_EMAIL]");
  }

  @Test
  void shouldLeaveNumbersAndNothingInWhatElseIsSaidOfAMessage() {
    Map<String, Object> fields = new HashMap<>(Map.of("sent_at", 4111111111111111L));
    fields.put("nothing", null);
    Message given = new Message.User("", Message.user("Hi").content(), fields);

    assertThat(Pii.of(PiiKind.CREDIT_CARD).block().input(given)).isEqualTo(given);
  }

  @Test
  void shouldHashTheSameDataToTheSameText() {
    String one = said(Pii.of(PiiKind.EMAIL).hash(), "a@b.org and a@b.org");

    assertThat(one).matches("(<email_hash:[0-9a-f]{8}>) and \\1");
  }

  @Test
  void shouldShowWatchersPiecesOnceNothingCanBecomePersonalData() {
    PiiFilter filter = new PiiFilter(text -> PiiKind.CREDIT_CARD.replaced(text, it -> "[card]"));

    assertThat(filter.piece("pay with 4111 ")).isEqualTo("pay with");
    assertThat(filter.piece("1111 1111 1111")).isEmpty();
    assertThat(filter.piece(" now")).isEqualTo(" [card] ");
    assertThat(filter.rest()).isEqualTo("now");
  }

  /** Whatever pieces a text comes in, watchers see what the chat holds in the end. */
  @Test
  void shouldShowWatchersTheSameWordsHoweverTheTextIsCut() {
    Random random = new Random(22);
    Pii pii = Pii.of(PiiKind.values()).mask();
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      random.ints(1 + random.nextInt(8), 0, WORDS.size()).forEach(i -> text.append(WORDS.get(i)));
      PiiFilter filter = new PiiFilter(it -> said(pii, it));
      StringBuilder shown = new StringBuilder();
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(7));
        shown.append(filter.piece(text.substring(at, end)));
        at = end;
      }

      assertThat(shown.append(filter.rest())).hasToString(said(pii, text.toString()));
    }
  }
}
