package io.evergraph.agent.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.llm.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as personal data, and what takes its place. */
class PiiTest {
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
          IP          | at 192.168.0.12, ok            | at [REDACTED_IP], ok             | at *.*.*.12, ok
          IP          | version 1.2.3.400 of 1.2.3     | version 1.2.3.400 of 1.2.3       | version 1.2.3.400 of 1.2.3
          MAC_ADDRESS | card 00:1B:44:11:3a:B7 is      | card [REDACTED_MAC_ADDRESS] is   | card **:**:**:**:**:B7 is
          URL         | see https://example.org/a?b=1  | see [REDACTED_URL]               | see [MASKED_URL]
          """)
  void shouldFindPersonalDataAndNothingElse(
      PiiKind kind, String text, String redacted, String masked) {
    assertThat(said(Pii.of(kind).redact(), text)).isEqualTo(redacted);
    assertThat(said(Pii.of(kind).mask(), text)).isEqualTo(masked);
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
}
