package io.evergraph.spring;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.StateCodec;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Runtime and worker for the {@link Graph} beans of an application; its own beans come first. */
@AutoConfiguration
@EnableConfigurationProperties(EvergraphProperties.class)
@Import({TemporalConfiguration.class, MemoryConfiguration.class})
public class EvergraphAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  GraphRegistry evergraphGraphRegistry(ObjectProvider<Graph> graphs) {
    return GraphRegistry.of(graphs.orderedStream().toList());
  }

  @Bean
  @ConditionalOnMissingBean
  StateCodec evergraphStateCodec() {
    return StateCodec.create();
  }
}
