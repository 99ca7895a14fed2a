package io.evergraph.llm;

import dev.langchain4j.model.chat.request.ChatRequest;
import io.evergraph.error.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the caller of a run wants of the model of a node: {@code model}, {@code temperature}, {@code
 * top_p}, {@code max_tokens} and {@code stop}. Other names are for other readers.
 */
record CallParameters(Map<String, Object> options) {

  ChatRequest.Builder applyTo(ChatRequest.Builder request) {
    text("model").ifPresent(request::modelName);
    number("temperature").ifPresent(value -> request.temperature(value.doubleValue()));
    number("top_p").ifPresent(value -> request.topP(value.doubleValue()));
    number("max_tokens").ifPresent(value -> request.maxOutputTokens(value.intValue()));
    texts("stop").ifPresent(request::stopSequences);
    return request;
  }

  private Optional<String> text(String name) {
    return value(name, String.class, "a text");
  }

  private Optional<Number> number(String name) {
    return value(name, Number.class, "a number");
  }

  private Optional<List<String>> texts(String name) {
    return options.get(name) instanceof String single
        ? Optional.of(List.of(single))
        : value(name, List.class, "a list of texts")
            .map(all -> ((List<?>) all).stream().map(String::valueOf).toList());
  }

  private <T> Optional<T> value(String name, Class<T> type, String expected) {
    Object value = options.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!type.isInstance(value)) {
      throw new InvalidInputException(
          "the call option '" + name + "'", expected, "'" + value + "'");
    }
    return Optional.of(type.cast(value));
  }
}
