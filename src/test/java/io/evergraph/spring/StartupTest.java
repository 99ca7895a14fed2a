package io.evergraph.spring;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the log of an application says about its start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupTest {
  private static final String SHOP =
      """
      name: shop
      nodes: [{name: sell, action: selling}]
      edges: [{from: __start__, to: sell}]
      """;

  private static SpringApplication application(Class<?>... parts) {
    SpringApplication application = new SpringApplication(parts);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setDefaultProperties(
        Map.of("evergraph.runtime", "memory", "spring.main.banner-mode", "off"));
    return application;
  }

  private static void startInVain(SpringApplication application) {
    assertThat(catchThrowable(() -> application.run())).isNotNull();
  }

  @Test
  void shouldSayInOneLineWhatRunsTheGraphsAndWhetherRunsSurvive(CapturedOutput log) {
    try (ConfigurableApplicationContext context =
        application(Everything.class, Graphs.class).run()) {
      assertThat(context.isRunning()).isTrue();
      List<String> lines = log.getAll().lines().filter(it -> it.contains("RuntimeLog")).toList();
      assertThat(lines).hasSize(1);
      assertThat(lines.get(0))
          .contains("WARN", "memory", "NOT durable", "evergraph.temporal.target")
          .contains("approval, greeting");
    }
  }

  @Test
  void shouldSayHowToDeclareGraphsWhereThereIsNone(CapturedOutput log) {
    try (ConfigurableApplicationContext context = application(Everything.class).run()) {
      assertThat(context.isRunning()).isTrue();
      assertThat(log.getAll()).contains("Graphs: none; declare beans of type Graph");
    }
  }

  @Test
  void shouldSayWhichTemporalServerItRunsOn(CapturedOutput log) {
    try (ConfigurableApplicationContext context =
        application(Everything.class, Graphs.class)
            .run("--evergraph.runtime=temporal", "--evergraph.temporal.embedded=true")) {
      assertThat(context.isRunning()).isTrue();
      assertThat(log.getAll().lines().filter(it -> it.contains("RuntimeLog")))
          .singleElement()
          .asString()
          .contains("temporal, namespace default, target embedded", "NOT durable");
    }
  }

  @Test
  void shouldListTheProblemsOfAnInvalidGraphInsteadOfAStackTrace(CapturedOutput log) {
    startInVain(application(Everything.class, Invalid.class));

    assertThat(log.getAll())
        .contains(
            "APPLICATION FAILED TO START",
            "Graph 'broken' has 2 problem(s)",
            "'nowhere', which is no node",
            "bean 'broken'",
            "StartupTest$Invalid")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldNameTheFileOfAnInvalidGraphAndNotTheBeanThatReadIt(
      CapturedOutput log, @TempDir Path folder) throws IOException {
    String file = Files.writeString(folder.resolve("shop.yaml"), SHOP).toUri().toString();
    SpringApplication application = application(Everything.class);

    assertThat(catchThrowable(() -> application.run("--evergraph.graphs=" + file))).isNotNull();

    assertThat(log.getAll())
        .contains("APPLICATION FAILED TO START", "Graph 'shop' has", "shop.yaml", "'selling'")
        .contains("Correct the graph; each problem names its remedy")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldWarnWhereAPatternFindsNoGraphs(CapturedOutput log) {
    try (ConfigurableApplicationContext context =
        application(Everything.class).run("--evergraph.graphs=classpath*:no-graphs/*.yaml")) {
      assertThat(context.isRunning()).isTrue();
      assertThat(log.getAll())
          .contains("evergraph.graphs) but found none at classpath*:no-graphs/*.yaml");
    }
  }

  @Test
  void shouldWarnOfPropertiesThatNothingReadsAndNameTheNearest(CapturedOutput log) {
    try (ConfigurableApplicationContext context =
        application(Everything.class, Graphs.class)
            .run(
                "--evergraph.worker.lost-worker=3",
                "--evergraph.tasks.jdbc.url=jdbc:postgresql://127.0.0.1/tasks",
                "--evergraph.web.allowedHosts=agents.example.com",
                "--evergraph.metrics.enabled=false",
                "--evergraph.graphs[0]=classpath*:no-graphs/*.yaml")) {
      assertThat(context.isRunning()).isTrue();
      assertThat(log.getAll().lines().filter(it -> it.contains("UnknownProperties")))
          .singleElement()
          .asString()
          .contains("WARN", "'evergraph.worker.lost-worker'", "'evergraph.worker.lost-workers'");
    }
  }

  @Test
  void shouldRefuseADevServerWhoseProgramIsNotThere(CapturedOutput log) {
    SpringApplication application = application(Everything.class, Graphs.class);

    assertThat(
            catchThrowable(
                () ->
                    application.run(
                        "--evergraph.runtime=temporal",
                        "--evergraph.temporal.dev-server.program=/no/such/temporal")))
        .isNotNull();

    assertThat(log.getAll())
        .contains("APPLICATION FAILED TO START", "dev-server.program", "'/no/such/temporal'")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldRefuseTwoGraphsOfOneNameAndVersion(CapturedOutput log) {
    startInVain(application(Everything.class, Graphs.class, Twin.class));

    assertThat(log.getAll())
        .contains("APPLICATION FAILED TO START", "the graph 'greeting'", "two of version '1'")
        .doesNotContain("\tat ");
    assertThat(catchThrowable(() -> GraphRegistry.of(graph("1"), graph("1"))))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldTakeSeveralVersionsOfAGraph() {
    GraphRegistry registry = GraphRegistry.of(graph("1"), graph("2"));

    assertThat(registry.graph("greeting").version()).isEqualTo("2");
    assertThat(registry.graph("greeting", "1").version()).isEqualTo("1");
  }

  @Test
  void shouldSayWhatToSetWhenEverybodyCouldCall(CapturedOutput log) {
    SpringApplication web = application(Everything.class, Graphs.class);
    web.setWebApplicationType(WebApplicationType.SERVLET);
    startInVain(web);

    assertThat(log.getAll())
        .contains(
            "APPLICATION FAILED TO START", "server.address", "evergraph.web.allow-remote=true")
        .doesNotContain("\tat ");
  }

  private static Graph graph(String version) {
    return Graph.builder("greeting")
        .version(version)
        .node("greet", context -> Command.none())
        .edge(START, "greet")
        .build();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}

  @Configuration(proxyBeanMethods = false)
  static class Twin {
    @Bean
    Graph twin() {
      return graph("1");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Invalid {
    @Bean
    Graph broken() {
      return Graph.builder("broken")
          .node("greet", context -> Command.none())
          .edge(START, "greet")
          .edge("greet", "nowhere")
          .edge("nobody", "greet")
          .build();
    }
  }
}
