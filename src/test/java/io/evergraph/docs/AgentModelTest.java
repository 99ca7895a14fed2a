package io.evergraph.docs;

import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Toolset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The model of the page on agents, its first request, and which changes need a new version. */
class AgentModelTest {
  private static final Path PAGE = Path.of("docs/agents.md");
  private static final Pattern REQUEST =
      Pattern.compile("curl -s http://127\\.0\\.0\\.1:8080(/\\S+)[^\\n]*\\\\\\n\\s+-d '([^']+)'");

  /** What the page shows, with a model that costs nothing. */
  @EnableAutoConfiguration
  static class Application {
    @Bean
    ChatModel scripted() {
      return ScriptedChat.of(says("Which order do you mean?"));
    }

    @Bean
    Graph support(ChatModel model) {
      return new ModelExample().supportAgent(model);
    }
  }

  /** One tool more. */
  static final class Mail {
    @Tool("Sends a mail")
    String mail(String text) {
      return "sent " + text;
    }
  }

  @Test
  void shouldShowTheModelThatIsCompiled() throws Exception {
    new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/ModelExample.java"))
        .assertShownOn(PAGE, "model");
    assertThat(new ModelExample().openAi("none")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "agents.md, langchain4j, dev.langchain4j:langchain4j-open-ai",
    "agents.md, langchain4j-mcp, dev.langchain4j:langchain4j-mcp",
    "orchestrator.md, resilience4j, io.github.resilience4j:resilience4j-circuitbreaker",
    "orchestrator.md, bucket4j, com.bucket4j:bucket4j_jdk17-postgresql",
    "orchestrator.md, bucket4j, com.bucket4j:bucket4j_jdk17-lettuce",
  })
  void shouldNameTheVersionsOfLibrariesThatAreTested(String page, String name, String library)
      throws IOException {
    Matcher version =
        Pattern.compile("<" + name + "\\.version>(.+?)<")
            .matcher(Files.readString(Path.of("pom.xml")));

    assertThat(version.find()).isTrue();
    assertThat(Files.readString(Path.of("docs", page)))
        .contains("`" + library + ":" + version.group(1) + "`");
  }

  @Test
  void shouldAnswerTheRequestOfThePage() throws Exception {
    Matcher request = REQUEST.matcher(Files.readString(PAGE));
    assertThat(request.find()).isTrue();
    try (ConfigurableApplicationContext application =
        new SpringApplicationBuilder(Application.class)
            .properties("server.port=0", "server.address=127.0.0.1", "evergraph.runtime=memory")
            .run()) {
      String port = application.getEnvironment().getProperty("local.server.port");

      String reply =
          FirstApplicationTest.reply(
              "http://127.0.0.1:" + port + request.group(1), request.group(2));

      assertThat(reply).contains("Which order do you mean?");
    }
  }

  @Test
  void shouldBeAnotherGraphWhereThePageOnVersionsSaysSo() {
    String now = fingerprint(agent -> agent);

    assertThat(fingerprint(agent -> agent.prompt("Be brief.")))
        .isEqualTo(fingerprint(agent -> agent.limits(Limits.perTurn(it -> it.modelCalls(3)))))
        .isEqualTo(now);
    assertThat(
            fingerprint(
                agent ->
                    agent.tools(
                        Toolset.from(new AgentExample.OrderTools()).and(Toolset.from(new Mail())))))
        .isNotEqualTo(now);
    assertThat(fingerprint(agent -> agent.mode(ExecutionMode.GRAPH))).isNotEqualTo(now);
    assertThat(fingerprint(agent -> agent.approve("refund")))
        .isEqualTo(fingerprint(agent -> agent.approve(Approval.of("refund").when(call -> false))))
        .isNotEqualTo(now);
  }

  private static String fingerprint(UnaryOperator<ReactAgent> change) {
    ReactAgent agent =
        ReactAgent.of("support", ModelSource.of(ScriptedChat.of()))
            .tools(Toolset.from(new AgentExample.OrderTools()));
    return change.apply(agent).build().fingerprint();
  }
}
