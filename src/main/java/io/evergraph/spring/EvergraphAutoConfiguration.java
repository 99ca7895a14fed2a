package io.evergraph.spring;

import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeHook;
import io.evergraph.runtime.GraphListener;
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
  GraphRegistry evergraphGraphRegistry(
      ObjectProvider<Graph> graphs,
      ObjectProvider<NodeHook> hooks,
      ObjectProvider<GraphListener> listeners) {
    GraphRegistry registry = GraphRegistry.of(graphs.orderedStream().toList());
    hooks.orderedStream().forEach(registry::addHook);
    listeners.orderedStream().forEach(registry::addListener);
    return registry;
  }

  @Bean
  @ConditionalOnMissingBean
  StateCodec evergraphStateCodec() {
    return StateCodec.create();
  }
}
