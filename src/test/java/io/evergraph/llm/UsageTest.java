package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.llm.message.ChatMessages;
import io.evergraph.llm.message.Usage;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tokens that an answer took, in the words of each provider. */
class UsageTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Usage usage(TokenUsage tokens) {
    ChatResponse response =
        ChatResponse.builder().aiMessage(AiMessage.from("So")).tokenUsage(tokens).build();
    return ChatMessages.answer(response, "m", "the test").usage().orElseThrow();
  }

  @Test
  void shouldTellWhatOpenAiCounts() {
    Usage usage =
        usage(
            OpenAiTokenUsage.builder()
                .inputTokenCount(9)
                .inputTokensDetails(
                    OpenAiTokenUsage.InputTokensDetails.builder().cachedTokens(4).build())
                .outputTokenCount(8)
                .outputTokensDetails(
                    OpenAiTokenUsage.OutputTokensDetails.builder().reasoningTokens(5).build())
                .totalTokenCount(17)
                .build());

    assertThat(usage)
        .isEqualTo(
            new Usage(
                9,
                8,
                17,
                Map.of(
                    "input_token_details", Map.of("cache_read", 4),
                    "output_token_details", Map.of("reasoning", 5))));
  }

  @Test
  void shouldTellWhatAnthropicCounts() {
    Usage usage =
        usage(
            AnthropicTokenUsage.builder()
                .inputTokenCount(9)
                .outputTokenCount(8)
                .cacheCreationInputTokens(3)
                .cacheReadInputTokens(2)
                .build());

    assertThat(usage.details())
        .isEqualTo(Map.of("input_token_details", Map.of("cache_creation", 3, "cache_read", 2)));
  }

  @Test
  void shouldHaveNoDetailsWhereTheProviderCountsNothingElse() {
    assertThat(usage(new TokenUsage(3, 4))).isEqualTo(new Usage(3, 4));
    assertThat(usage(OpenAiTokenUsage.builder().inputTokenCount(3).outputTokenCount(4).build()))
        .isEqualTo(new Usage(3, 4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'prompt_tokens': 3, 'completion_tokens': 4, 'total_tokens': 7}",
        "{'prompt_tokens': 3, 'completion_tokens': 4, 'total_tokens': 7,"
            + " 'prompt_tokens_details': {'cached_tokens': 1, 'audio_tokens': 2},"
            + " 'completion_tokens_details': {'reasoning_tokens': 1, 'audio_tokens': 0,"
            + " 'accepted_prediction_tokens': 1, 'rejected_prediction_tokens': 2},"
            + " 'cost': 0.5}"
      })
  void shouldKeepTheUsageOfOpenAi(String json) throws IOException {
    String given = json.replace('\'', '"');

    assertThat(JSON.readTree(Usage.readOpenAi(given).toOpenAi())).isEqualTo(JSON.readTree(given));
  }

  @Test
  void shouldNameTheCountsOfOpenAiAsLangChainDoes() {
    Usage usage =
        Usage.readOpenAi(
            """
            {"prompt_tokens": 9, "completion_tokens": 8, "total_tokens": 17,
             "prompt_tokens_details": {"cached_tokens": 1, "audio_tokens": 2},
             "completion_tokens_details": {"reasoning_tokens": 3, "audio_tokens": 4}}
            """);

    assertThat(usage.details())
        .isEqualTo(
            Map.of(
                "input_token_details", Map.of("cache_read", 1, "audio", 2),
                "output_token_details", Map.of("reasoning", 3, "audio", 4)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "{", "[]"})
  void shouldSayWhatIsNoUsage(String json) {
    assertThatThrownBy(() -> Usage.readOpenAi(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected a usage as a JSON object");
  }
}
