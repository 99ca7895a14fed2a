package io.evergraph.server.admin;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.BasePath;
import io.evergraph.server.EndpointPaths;
import io.evergraph.server.ServerConfiguration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans of the admin endpoints over the {@link GraphRuntime} bean. */
@Configuration(proxyBeanMethods = false)
@Import({
  ServerConfiguration.class,
  ParkedController.class,
  PendingController.class,
  SchedulesController.class,
  MigrationController.class,
  ErasureController.class,
  BlobCleanUpController.class,
  AgentsController.class
})
public class AdminApiConfiguration {

  /** Returns the paths of this API. */
  @Bean
  EndpointPaths adminPaths(ObjectProvider<BasePath> base) {
    return new EndpointPaths(List.of("/admin")).below(base.getIfAvailable(() -> BasePath.NONE));
  }

  /** Returns the paths for operators of agents. */
  @Bean
  EndpointPaths agentAdminPaths(ObjectProvider<BasePath> base) {
    return new EndpointPaths(List.of("/api/admin")).below(base.getIfAvailable(() -> BasePath.NONE));
  }
}
