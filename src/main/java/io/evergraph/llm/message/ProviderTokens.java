package io.evergraph.llm.message;

import dev.langchain4j.model.output.TokenUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what LangChain4j's classes for providers count beside input and output. They come with
 * libraries that need not be there, so that the counts are found by their names.
 */
final class ProviderTokens {
  private static final List<Count> COUNTS =
      List.of(
          // OpenAI
          new Count(UsageForm.INPUT_DETAILS, "cache_read", "inputTokensDetails", "cachedTokens"),
          new Count(
              UsageForm.OUTPUT_DETAILS, "reasoning", "outputTokensDetails", "reasoningTokens"),
          // Anthropic, Bedrock
          new Count(UsageForm.INPUT_DETAILS, "cache_read", "cacheReadInputTokens"),
          new Count(UsageForm.INPUT_DETAILS, "cache_creation", "cacheCreationInputTokens"),
          new Count(UsageForm.INPUT_DETAILS, "cache_creation", "cacheWriteInputTokens"),
          // Gemini
          new Count(UsageForm.INPUT_DETAILS, "cache_read", "cachedContentTokenCount"),
          new Count(UsageForm.OUTPUT_DETAILS, "reasoning", "thoughtsTokenCount"));

  private ProviderTokens() {}

  /** Returns the details of a usage; none where the class counts nothing else. */
  static Map<String, Object> details(TokenUsage tokens) {
    Map<String, Map<String, Object>> details = new LinkedHashMap<>();
    for (Count count : COUNTS) {
      count
          .in(tokens)
          .ifPresent(
              number ->
                  details
                      .computeIfAbsent(count.group(), group -> new LinkedHashMap<>())
                      .put(count.name(), number));
    }
    return new LinkedHashMap<>(details);
  }

  /** A count in the words of LangChain, and the accessors that lead to it. */
  private record Count(String group, String name, List<String> path) {
    Count(String group, String name, String... path) {
      this(group, name, List.of(path));
    }

    Optional<Number> in(TokenUsage tokens) {
      Object value = tokens;
      for (String accessor : path) {
        value = value == null ? null : read(value, accessor);
      }
      return value instanceof Number number ? Optional.of(number) : Optional.empty();
    }

    private static @Nullable Object read(Object owner, String accessor) {
      try {
        return owner.getClass().getMethod(accessor).invoke(owner);
      } catch (ReflectiveOperationException otherProvider) {
        return null;
      }
    }
  }
}
