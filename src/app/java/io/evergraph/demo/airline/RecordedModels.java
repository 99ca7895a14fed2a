package io.evergraph.demo.airline;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.model.ModelHttpClient;
import io.evergraph.llm.model.ModelSource;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The models of a demo's agent: the recorded one whose conversation a run names, else the one of
 * the environment ({@code OPENAI_API_KEY}, and optionally {@code OPENAI_BASE_URL} and {@code
 * OPENAI_MODEL}). Both are asked by LangChain4j's client over HTTP.
 */
public final class RecordedModels implements ModelSource {
  private static final String KEY = "OPENAI_API_KEY";
  private static final String DEFAULT_MODEL = "gpt-4o";

  private final String agent;
  private final Function<NodeContext, Optional<URI>> conversation;
  private final @Nullable ChatModel real;

  /**
   * Makes the models of an agent.
   *
   * @param agent who asks, for messages
   * @param conversation what gives the URL of the recorded conversation, see {@link ReplayServer};
   *     nothing for the model of the environment
   */
  public RecordedModels(
      String agent,
      Map<String, String> environment,
      Function<NodeContext, Optional<URI>> conversation) {
    this.agent = agent;
    this.conversation = conversation;
    this.real = isNamedIn(environment) ? real(environment) : null;
  }

  /** Returns whether the environment names a model. */
  public static boolean isNamedIn(Map<String, String> environment) {
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
    return conversation
        .apply(context)
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
          "the model of the " + agent + " agent",
          KEY
              + " in the environment, or '"
              + AirlineAgent.REPLAY_URL
              + "' in the context of the run",
          "neither");
    }
    return real;
  }
}
