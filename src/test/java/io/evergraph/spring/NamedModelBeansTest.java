package io.evergraph.spring;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.NamedModels;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The models of an application by the names of their beans, which runs name in their context. */
class NamedModelBeansTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Application.class);

  /** An application as users write it. */
  @Configuration(proxyBeanMethods = false)
  static class Application {
    @Bean
    ChatModel fast() {
      return ScriptedChat.of(says("I am fast."));
    }

    @Bean
    ChatModel careful() {
      return ScriptedChat.of(says("I am careful."));
    }

    @Bean
    StreamingChatModel talkative() {
      return new Talkative();
    }

    @Bean
    Graph support(Map<String, ChatModel> models, Map<String, StreamingChatModel> streaming) {
      return ReactAgent.of("support", NamedModels.of(models).and(streaming).source("fast")).build();
    }
  }

  /** A model that answers word by word. */
  private static final class Talkative implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      handler.onPartialResponse("I am ");
      handler.onPartialResponse("talkative.");
      handler.onCompleteResponse(
          ChatResponse.builder().aiMessage(AiMessage.from("I am talkative.")).build());
    }
  }

  private void run(String kind, Map<String, Object> context, Consumer<RunResult> check) {
    runner
        .withPropertyValues(kind)
        .run(
            beans -> {
              GraphRuntime runtime = beans.getBean(GraphRuntime.class);
              StateUpdate input = StateUpdate.of(MESSAGES, Message.user("Who are you?"));
              RunOptions options = RunOptions.builder().context(context).build();
              check.accept(runtime.start("support", ThreadId.random(), input, options).await());
            });
  }

  @ParameterizedTest
  @CsvSource({
    "evergraph.runtime=memory, fast, I am fast.",
    "evergraph.runtime=memory, careful, I am careful.",
    "evergraph.runtime=memory, talkative, I am talkative.",
    "evergraph.temporal.embedded=true, careful, I am careful."
  })
  void shouldAskTheModelBeanThatARunNames(String kind, String model, String answer) {
    run(
        kind,
        Map.of(NamedModels.KEY, model),
        result -> assertThat(result.state().get(MESSAGES).get(1).text()).isEqualTo(answer));
  }

  @Test
  void shouldAskTheStandardModelWhereARunNamesNone() {
    run(
        "evergraph.runtime=memory",
        Map.of(),
        result -> assertThat(result.state().get(MESSAGES).get(1).text()).isEqualTo("I am fast."));
  }

  @Test
  void shouldRefuseAModelThatIsNoBean() {
    run(
        "evergraph.runtime=memory",
        Map.of(NamedModels.KEY, "clever"),
        result -> {
          assertThat(result.status()).isEqualTo(RunStatus.PARKED);
          TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
          assertThat(failure.errorType()).isEqualTo(InvalidInputException.class.getName());
          assertThat(failure.reason())
              .contains("one of [fast, careful, talkative]")
              .contains("'clever'");
        });
  }
}
