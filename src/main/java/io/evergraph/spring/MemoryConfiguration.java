package io.evergraph.spring;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The runtime of this process, where there is no other. */
@Configuration(proxyBeanMethods = false)
class MemoryConfiguration {

  @Bean
  @ConditionalOnMissingBean
  GraphRuntime evergraphInMemoryRuntime(GraphRegistry graphs) {
    return InMemoryRuntime.of(graphs);
  }
}
