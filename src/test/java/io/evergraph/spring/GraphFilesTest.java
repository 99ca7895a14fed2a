package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.graph.Router;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Graphs in files become graphs of the application; its beans are their code. */
class GraphFilesTest {
  private static final Channel<Person> WHO = Channel.of("who", Person.class);
  private static final Channel<String> GREETING = Channel.of("greeting", String.class);

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withPropertyValues(
              "evergraph.runtime=memory", "evergraph.graphs=classpath*:graphs/*.yaml");

  record Person(String name) {}

  @Configuration(proxyBeanMethods = false)
  static class Code {
    @Bean
    NodeAction greeting() {
      return context -> Command.update(GREETING, "Hello, " + context.state().get(WHO).name());
    }

    @Bean
    Router politeness() {
      return context -> List.of(Route.to("greet"));
    }

    @Bean
    GraphType person() {
      return GraphType.of(Person.class);
    }
  }

  @Test
  void shouldRunAGraphOfAFileWithTheBeansThatItNames() {
    runner
        .withUserConfiguration(Code.class)
        .run(
            context -> {
              GraphRuntime runtime = context.getBean(GraphRuntime.class);
              StateUpdate input = StateUpdate.of(WHO, new Person("Ada"));
              assertThat(
                      runtime
                          .start("greeter", ThreadId.random(), input, RunOptions.defaults())
                          .await()
                          .state()
                          .get(GREETING))
                  .isEqualTo("Hello, Ada");
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Agents {
    @Bean
    Graph writer() {
      return Graph.builder("writer")
          .channels(Channel.of("writer", String.class))
          .node("write", context -> Command.update(StateUpdate.of(Map.of("writer", "a report"))))
          .edge(Graph.START, "write")
          .build();
    }

    @Bean
    FlowKind thrice() {
      return FlowKind.of(
          "thrice",
          fields ->
              LoopAgent.of(fields.name())
                  .agent(fields.graph("agent").orElseThrow())
                  .times(3)
                  .build());
    }
  }

  @Test
  void shouldRunAFlowOfAFileWithGraphsAndKindsThatAreBeans() {
    runner
        .withPropertyValues("evergraph.graphs=classpath:flows/*.yaml")
        .withUserConfiguration(Agents.class)
        .run(
            context -> {
              State state =
                  context
                      .getBean(GraphRuntime.class)
                      .start(
                          "report", ThreadId.random(), StateUpdate.empty(), RunOptions.defaults())
                      .await()
                      .state();
              assertThat(state.value("polish")).isEqualTo("a report");
              assertThat(context.getBean(GraphRegistry.class).graphs())
                  .extracting(Graph::name)
                  .contains("polish", "report");
            });
  }

  @Test
  void shouldNotStartWhenBeansAreMissingAndNameAllOfThem() {
    runner.run(
        context ->
            assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("'greeting'")
                .hasMessageContaining("'politeness'")
                .hasMessageContaining("'Person'"));
  }

  @Test
  void shouldLeaveOutWhatIsInvalidInAProcessThatRunsNoGraph() {
    runner
        .withPropertyValues("evergraph.graphs=classpath:graphs/greeter.yaml,classpath:flows/*.yaml")
        .withUserConfiguration(Agents.class)
        .withBean(InvalidGraphFiles.class, () -> InvalidGraphFiles.LEFT_OUT)
        .run(
            context ->
                assertThat(context.getBean(GraphRegistry.class).graphs())
                    .extracting(Graph::name)
                    .contains("polish", "report")
                    .doesNotContain("greeter"));
  }

  @Test
  void shouldNotStartWhenAFileIsMissing() {
    runner
        .withPropertyValues("evergraph.graphs=classpath:no-such-file.yaml")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining(InvalidInputException.class.getName())
                    .hasStackTraceContaining("no-such-file.yaml"));
  }
}
