package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.AllowedOrigins;
import io.evergraph.server.BasePath;
import io.evergraph.server.EndpointPaths;
import io.evergraph.server.EventPump;
import io.evergraph.server.ServerConfiguration;
import io.evergraph.server.StartLimit;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The beans of the LangGraph Server API over the {@link GraphRuntime} bean. Beans of type {@link
 * AllowedOrigins}, {@link KeepAlive} and {@link StartLimit} take the place of the defaults.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  ServerConfiguration.class,
  SystemController.class,
  AssistantsController.class,
  ThreadsController.class,
  ThreadSearchController.class,
  ThreadStateController.class,
  ThreadHistoryController.class,
  RunsController.class,
  RunController.class,
  CronsController.class,
  Assistants.class,
  RunStarter.class,
  RunRecords.class,
  RunResponses.class
})
public class LangGraphApiConfiguration {
  private static final List<String> ROOTS =
      List.of("/ok", "/info", "/assistants", "/threads", "/runs");

  @Bean
  EndpointPaths langGraphPaths(ObjectProvider<BasePath> base) {
    return new EndpointPaths(ROOTS).below(base.getIfAvailable(() -> BasePath.NONE));
  }

  @Bean
  RunStreams langGraphRunStreams(
      GraphRuntime runtime, EventPump pump, ObjectProvider<KeepAlive> keepAlive) {
    return new RunStreams(runtime, pump, keepAlive.getIfAvailable(KeepAlive::standard));
  }
}
