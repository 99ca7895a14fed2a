package io.evergraph.llm.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.evergraph.graph.RetryAfter;
import io.evergraph.llm.message.ToolCallForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the error of a model's client means for another attempt, and what the provider said.
 */
record ModelFailure(RuntimeException error) {
  /**
   * Returns a reply that is an answer: what a provider has filtered, it may give in part or not at
   * all, and say so beside it.
   */
  static ChatResponse unfiltered(ChatResponse response) {
    if (response.finishReason() == FinishReason.CONTENT_FILTER) {
      throw new ContentFilteredException("The provider has filtered the model's answer.");
    }
    return response;
  }

  /** Returns the error to throw instead: the same one where it does not come from the provider. */
  RuntimeException explained() {
    Optional<RetryAfter> hint = find(RetryAfter.class);
    if (hint.isPresent()) {
      return new ModelBusyException(said(), hint.get().retryAfter(), error);
    }
    if (causes().anyMatch(ModelFailure::isFinal)) {
      return new ModelRefusedException(said(), error);
    }
    boolean transientFailure =
        error instanceof LangChain4jException
            || find(IOException.class).isPresent()
            || find(UncheckedIOException.class).isPresent();
    return transientFailure ? new ModelUnavailableException(said(), error) : error;
  }

  /** Another attempt would be refused, or would have no words for the request either. */
  private static boolean isFinal(Throwable cause) {
    return cause instanceof NonRetriableException || cause instanceof UnsupportedFeatureException;
  }

  private <T> Optional<T> find(Class<T> type) {
    return causes().filter(type::isInstance).map(type::cast).findFirst();
  }

  private Stream<Throwable> causes() {
    return Stream.<Throwable>iterate(error, cause -> cause != null, cause -> cause.getCause());
  }

  /** Providers answer with JSON that holds the one sentence that matters. */
  private String said() {
    String text = Optional.ofNullable(error.getMessage()).orElse(error.getClass().getSimpleName());
    return Optional.ofNullable(sentence(text)).orElse(text);
  }

  private static @Nullable String sentence(String text) {
    try {
      JsonNode body = ToolCallForm.MAPPER.readTree(text);
      JsonNode error = body.path("error");
      JsonNode message = error.isObject() ? error.path("message") : body.path("message");
      return Optional.ofNullable(message.textValue()).orElse(error.textValue());
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }
}
