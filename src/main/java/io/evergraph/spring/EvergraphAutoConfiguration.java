package io.evergraph.spring;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.InMemoryRuntime;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Runtime and worker for the {@link Graph} beans of an application. */
@AutoConfiguration
@EnableConfigurationProperties(EvergraphProperties.class)
public class EvergraphAutoConfiguration {

  /** Returns the registry of all graph beans. */
  @Bean
  @ConditionalOnMissingBean
  GraphRegistry evergraphRegistry(ObjectProvider<Graph> graphs) {
    return GraphRegistry.of(graphs.orderedStream().toList());
  }

  /** Returns the runtime. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  GraphRuntime evergraphRuntime(GraphRegistry registry) {
    return InMemoryRuntime.of(registry);
  }
}
