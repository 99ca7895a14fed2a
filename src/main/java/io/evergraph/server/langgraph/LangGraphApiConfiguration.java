package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.AllowedOrigins;
import io.evergraph.server.DoorPaths;
import io.evergraph.server.EventPump;
import io.evergraph.server.ServerConfiguration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The beans of the LangGraph Server API over the {@link GraphRuntime} bean. Beans of type {@link
 * AllowedOrigins} and {@link Cadence} take the place of the defaults.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  ServerConfiguration.class,
  SystemController.class,
  AssistantsController.class,
  ThreadsController.class,
  ThreadStateController.class,
  ThreadHistoryController.class,
  RunsController.class,
  StatelessRunsController.class,
  RunController.class
})
public class LangGraphApiConfiguration {
  private static final List<String> ROOTS =
      List.of("/ok", "/info", "/assistants", "/threads", "/runs");

  /** Returns the paths of this API. */
  @Bean
  public DoorPaths langGraphPaths() {
    return new DoorPaths(ROOTS);
  }

  /** Returns the assistants. */
  @Bean
  public Assistants langGraphAssistants(GraphRuntime runtime) {
    return new Assistants(runtime.graphs());
  }

  /** Returns the memory of accepted runs. */
  @Bean
  public RunNotes langGraphRunNotes() {
    return new RunNotes();
  }

  /** Returns what starts runs. */
  @Bean
  public RunStarter langGraphRunStarter(
      GraphRuntime runtime, Assistants assistants, RunNotes notes) {
    return new RunStarter(runtime, assistants, notes);
  }

  /** Returns what tells how runs are doing. */
  @Bean
  public RunRecords langGraphRunRecords(GraphRuntime runtime, RunNotes notes) {
    return new RunRecords(runtime, notes);
  }

  /** Returns what lets clients follow runs. */
  @Bean
  public RunStreams langGraphRunStreams(
      GraphRuntime runtime, EventPump pump, ObjectProvider<Cadence> cadence) {
    return new RunStreams(runtime, pump, cadence.getIfAvailable(Cadence::standard));
  }

  /** Lets pages of the allowed origins call, and read the headers that clients follow runs by. */
  @Bean
  public WebMvcConfigurer langGraphOrigins(ObjectProvider<AllowedOrigins> origins) {
    List<String> patterns = origins.getIfAvailable(AllowedOrigins::local).patterns();
    return new WebMvcConfigurer() {
      @Override
      public void addCorsMappings(CorsRegistry registry) {
        for (String root : ROOTS) {
          registry
              .addMapping(root + "/**")
              .allowedOriginPatterns(patterns.toArray(new String[0]))
              .allowedMethods("*")
              .exposedHeaders(HttpHeaders.CONTENT_LOCATION, HttpHeaders.LOCATION);
        }
      }
    };
  }
}
