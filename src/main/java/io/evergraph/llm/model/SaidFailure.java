package io.evergraph.llm.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.exception.HttpException;
import io.evergraph.llm.message.ToolCallForm;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the error that a provider tells with the status of success: gateways do where the provider
 * behind them fails, and servers where they have begun to stream. A model's client would take what
 * has come for the whole answer.
 */
final class SaidFailure {
  /** Most replies say no such thing: to look costs less than to read them twice. */
  private static final Pattern HINT = Pattern.compile("\"error\"\\s*:\\s*[{\"]");

  private static final int LEAST = 400;
  private static final int MOST = 599;
  private static final int FAILED = 500;

  private SaidFailure() {}

  /** Returns the error as that of a request; empty where the text is none. */
  static Optional<HttpException> in(@Nullable String text) {
    if (text == null || !HINT.matcher(text).find()) {
      return Optional.empty();
    }
    try {
      JsonNode error = ToolCallForm.MAPPER.readTree(text).path("error");
      return error.isObject() || error.isTextual()
          ? Optional.of(new HttpException(status(error.path("code").asInt()), text))
          : Optional.empty();
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  private static int status(int code) {
    return code < LEAST || code > MOST ? FAILED : code;
  }
}
