package io.evergraph.docs;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelHttpClient;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;

/** The beans of the page on agents. */
final class ModelExample {
  // begin model
  @Bean
  ChatModel openAi(@Value("${OPENAI_API_KEY}") String key) {
    return OpenAiChatModel.builder()
        .httpClientBuilder(ModelHttpClient.builder())
        .apiKey(key)
        .modelName("gpt-4o")
        .timeout(Duration.ofSeconds(110)) // 60 unless set, too short for some answers
        .maxRetries(0) // the attempts of the node are the retries
        .build();
  }

  @Bean
  Graph supportAgent(ChatModel model) {
    return AgentExample.support(model);
  }
  // end model
}
