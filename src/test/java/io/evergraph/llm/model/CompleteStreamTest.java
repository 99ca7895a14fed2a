package io.evergraph.llm.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompleteStreamTest {
  private final List<String> told = new ArrayList<>();

  private final class Reader implements ServerSentEventListener {
    @Override
    public void onEvent(ServerSentEvent event) {
      told.add("event");
    }

    @Override
    public void onError(Throwable error) {
      told.add("error");
    }

    @Override
    public void onClose() {
      told.add("close");
    }
  }

  private CompleteStream stream(String address) {
    return new CompleteStream(
        HttpRequest.builder().method(HttpMethod.POST).url("http://127.0.0.1" + address).build(),
        new Reader());
  }

  private static ServerSentEvent piece(String reason) {
    String choice = "{\"delta\":{\"content\":\"Hel\"},\"finish_reason\":" + reason + "}";
    return new ServerSentEvent(null, "{\"choices\":[" + choice + "]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/chat/completions",
        "/openai/deployments/big/chat/completions?api-version=2024-10-21"
      })
  void shouldTellOfAStreamThatEndsBeforeItsAnswer(String address) {
    CompleteStream cut = stream(address);
    cut.onEvent(piece("null"));
    cut.onEvent(piece("\"\""));
    cut.onClose();

    CompleteStream whole = stream(address);
    whole.onEvent(piece("null"));
    whole.onEvent(piece("\"stop\""));
    whole.onClose();

    assertThat(told).containsExactly("event", "event", "error", "event", "event", "close");
  }
}
