package io.evergraph.cli;

import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.demo.report.ReportAgent;
import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.graph.Graph;
import io.evergraph.server.EndpointPaths;
import io.evergraph.spring.InvalidGraphFiles;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The application behind every command that runs graphs: what a Spring user gets from the library,
 * with the graphs of this program.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(EvergraphApplication.FrontPage.class)
@OpenAPIDefinition(
    info =
        @Info(
            title = "Evergraph",
            description = "Durable agent graphs, by the paths of the LangGraph Server API."))
class EvergraphApplication {
  /** What the commands of operators set; of no name that an application could be configured by. */
  static final String INVALID_FILES = "cli.invalid-graph-files";

  private static final String LOGGING = "io/evergraph/cli/logback.xml";
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";
  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "spring.config.location",
          "classpath:/io/evergraph/cli/,optional:file:./,optional:file:./config/",
          "logging.config",
          "classpath:" + LOGGING);

  @Bean
  InvalidGraphFiles invalidGraphFiles(Environment environment) {
    return environment.getProperty(
        INVALID_FILES, InvalidGraphFiles.class, InvalidGraphFiles.REFUSED);
  }

  /** Keeps the libraries' log off standard output, where results go. */
  static void quietLogging() {
    System.setProperty(LOGBACK_PROPERTY, LOGGING);
  }

  static ConfigurableApplicationContext start(
      WebApplicationType web, Map<String, Object> options, List<Graph> graphs, boolean verbose) {
    return start(web, options, Map.of(), graphs, verbose);
  }

  /**
   * Starts the application.
   *
   * @param options properties that count more than any others
   * @param usual properties that count where nothing is configured
   */
  static ConfigurableApplicationContext start(
      WebApplicationType web,
      Map<String, Object> options,
      Map<String, Object> usual,
      List<Graph> graphs,
      boolean verbose) {
    // From now on Spring Boot keeps the log, with the same configuration under its own property
    System.clearProperty(LOGBACK_PROPERTY);
    return new SpringApplicationBuilder(EvergraphApplication.class)
        .web(web)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false)
        .properties(DEFAULTS)
        .properties(usual)
        .properties(verbose ? Map.of("logging.level.root", "info") : Map.of())
        .initializers(context -> prepare(context, options, graphs))
        .run();
  }

  static List<Graph> graphs() {
    return Stream.concat(
            Stream.of(AirlineAgent.graph(), ReportAgent.graph()), SampleGraphs.all().stream())
        .toList();
  }

  static CountDownLatch closing(ConfigurableApplicationContext context) {
    CountDownLatch closed = new CountDownLatch(1);
    context.addApplicationListener((ContextClosedEvent event) -> closed.countDown());
    return closed;
  }

  private static void prepare(
      ConfigurableApplicationContext context, Map<String, Object> options, List<Graph> graphs) {
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("commandLine", options));
    graphs.forEach(
        graph -> context.getBeanFactory().registerSingleton("graph." + graph.name(), graph));
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication
  @ConditionalOnBooleanProperty(name = "evergraph.web.enabled", matchIfMissing = true)
  static class FrontPage implements WebMvcConfigurer {
    private final String servlet;

    FrontPage(DispatcherServletPath servlet) {
      this.servlet = servlet.getPrefix();
    }

    /** All paths of this program are its own. */
    @Bean
    EndpointPaths allPaths() {
      return new EndpointPaths(List.of(""));
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
      registry.addRedirectViewController("/", servlet + "/docs");
    }
  }
}
