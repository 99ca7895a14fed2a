package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.llm.model.SemanticStore;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Search by meaning in the store of the application, or in the one that is configured. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(SemanticStoreConfiguration.EMBEDDINGS)
class SemanticStoreConfiguration {
  static final String EMBEDDINGS = "evergraph.store.embeddings";

  @Bean
  @Primary
  @ConditionalOnMissingBean(SemanticStore.class)
  SemanticStore evergraphSemanticStore(
      EvergraphProperties properties, ObjectProvider<Store> kept, ListableBeanFactory beans) {
    if (beans.getBeanNamesForType(Store.class, true, false).length == 1) { // this one
      throw new InvalidInputException(
          StoreConfiguration.TYPE, "memory, jdbc or redis beside " + EMBEDDINGS, "none");
    }
    return SemanticStore.named(
        kept.getObject(), String.valueOf(properties.store().embeddings()), beans::getBeansOfType);
  }
}
