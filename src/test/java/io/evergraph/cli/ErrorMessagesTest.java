package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.RuntimeUnavailableException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.PortInUseException;

class ErrorMessagesTest {

  @Test
  void shouldGiveTheWordsOfTheDeepestCauseThatExplainsItself() {
    Exception root = new java.net.ConnectException("refused");
    RuntimeUnavailableException known = new RuntimeUnavailableException("host:1", "refused");
    known.initCause(root);

    String reason = ErrorMessages.reason(new IllegalStateException("bean creation", known));

    assertThat(reason).contains("host:1").contains("temporal-dev/up").doesNotContain("bean");
  }

  @Test
  void shouldNameAPortThatIsTakenAndTheWayOut() {
    Exception refused = new java.net.BindException("Address already in use");
    Exception failure = new IllegalStateException("start", new PortInUseException(8080, refused));

    assertThat(ErrorMessages.reason(failure)).contains("8080", "--port").doesNotContain("--host");
  }

  @Test
  void shouldKeepToOneLineWhenACauseHasMany() {
    assertThat(ErrorMessages.reason(new IllegalStateException("one\n  two\n")))
        .startsWith("IllegalStateException: one two")
        .doesNotContain("\n");
  }

  @Test
  void shouldNameTheClassOfACauseThatSaysNothing() {
    assertThat(ErrorMessages.reason(new IllegalStateException((String) null)))
        .startsWith("IllegalStateException");
  }
}
