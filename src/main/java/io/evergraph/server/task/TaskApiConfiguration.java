package io.evergraph.server.task;

import io.evergraph.server.BasePath;
import io.evergraph.server.EndpointPaths;
import io.evergraph.server.ServerConfiguration;
import io.evergraph.task.AgentTaskOrchestrator;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The beans of the endpoints of tasks over the {@link AgentTaskOrchestrator} bean; beside the
 * LangGraph Server API, whose streams they use.
 */
@Configuration(proxyBeanMethods = false)
@Import({ServerConfiguration.class, TasksController.class, OperatorTasksController.class})
public class TaskApiConfiguration {

  /** Returns the paths of this API. */
  @Bean
  EndpointPaths taskPaths(ObjectProvider<BasePath> base) {
    return new EndpointPaths(List.of("/tasks")).below(base.getIfAvailable(() -> BasePath.NONE));
  }
}
