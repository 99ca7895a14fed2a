package io.evergraph.llm.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.state.Frozen;
import java.util.Map;

/**
 * The tokens that an answer took, as the provider counts them.
 *
 * @param inputTokens those of the chat that was sent; Anthropic leaves out what its cache gave or
 *     took, see the details
 * @param outputTokens those of the answer
 * @param totalTokens the total, usually the sum of both
 * @param details what else the provider counts: {@code input_token_details} with {@code
 *     cache_read}, {@code cache_creation} and {@code audio}, {@code output_token_details} with
 *     {@code reasoning} and {@code audio}, and others by the provider's names
 */
public record Usage(
    long inputTokens, long outputTokens, long totalTokens, Map<String, Object> details) {
  public Usage {
    details = Frozen.copyOf(details);
  }

  /** Makes a usage without details. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, inputTokens + outputTokens, Map.of());
  }

  /** Returns this usage with other details. */
  public Usage withDetails(Map<String, Object> others) {
    return new Usage(inputTokens, outputTokens, totalTokens, others);
  }

  /**
   * Reads the {@code usage} of OpenAI's chat completions.
   *
   * @throws IllegalArgumentException when the text is no JSON object
   */
  public static Usage readOpenAi(String json) {
    try {
      JsonNode node = ToolCallForm.MAPPER.readTree(json);
      if (node.isObject()) {
        return UsageForm.readOpenAi(node);
      }
      throw new IllegalArgumentException(
          "Expected a usage as a JSON object but found " + node.getNodeType() + ".");
    } catch (JsonProcessingException broken) {
      throw new IllegalArgumentException(
          "Expected a usage as a JSON object: " + broken.getOriginalMessage(), broken);
    }
  }

  /** Writes the {@code usage} of OpenAI's chat completions. */
  public String toOpenAi() {
    return UsageForm.writeOpenAi(this).toString();
  }
}
