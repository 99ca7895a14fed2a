package io.evergraph.demo.airline;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.model.ModelHttpClient;
import io.evergraph.llm.model.ModelSource;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class AirlineModels implements ModelSource {
  private static final String KEY = "OPENAI_API_KEY";
  private static final String DEFAULT_MODEL = "gpt-4o";

  private final @Nullable ChatModel real;

  AirlineModels(Map<String, String> environment) {
    this.real = isNamedIn(environment) ? real(environment) : null;
  }

  static boolean isNamedIn(Map<String, String> environment) {
    return !environment.getOrDefault(KEY, "").isBlank();
  }

  private static ChatModel real(Map<String, String> environment) {
    OpenAiChatModel.OpenAiChatModelBuilder model =
        model(
            environment.getOrDefault(KEY, ""),
            environment.getOrDefault("OPENAI_MODEL", DEFAULT_MODEL));
    String baseUrl = environment.getOrDefault("OPENAI_BASE_URL", "");
    return baseUrl.isBlank() ? model.build() : model.baseUrl(baseUrl).build();
  }

  private static OpenAiChatModel.OpenAiChatModelBuilder model(String key, String name) {
    return OpenAiChatModel.builder()
        .httpClientBuilder(ModelHttpClient.builder())
        .apiKey(key)
        .modelName(name)
        .maxRetries(0);
  }

  @Override
  public ChatModel modelFor(NodeContext context) {
    return AirlineAgent.replayUrl(context)
        .<ChatModel>map(url -> recorded(url, context))
        .orElseGet(this::real);
  }

  private static ChatModel recorded(URI conversation, NodeContext context) {
    return model("none", "replay")
        .baseUrl(conversation + "/v1")
        .customHeaders(
            Map.of(
                "Idempotency-Key", context.idempotencyKey(),
                "Process-Id", Long.toString(ProcessHandle.current().pid())))
        .build();
  }

  private ChatModel real() {
    if (real == null) {
      throw new InvalidInputException(
          "the model of the airline agent",
          KEY
              + " in the environment, or '"
              + AirlineAgent.REPLAY_URL
              + "' in the context of the run",
          "neither");
    }
    return real;
  }
}
