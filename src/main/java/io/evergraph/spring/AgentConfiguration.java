package io.evergraph.spring;

import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.kind.AgentKinds;
import io.evergraph.llm.model.ModelSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Graphs written as data may name kinds of flows, and the beans that these need. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "dev.langchain4j.model.chat.ChatModel")
class AgentConfiguration {
  @Bean
  MoreNames evergraphAgentNames(ListableBeanFactory beans) {
    return names -> {
      AgentKinds.addTo(names);
      beans
          .getBeansOfType(ModelSource.class)
          .forEach((name, model) -> names.named(ModelSource.class, name, model));
      beans
          .getBeansOfType(Merge.class)
          .forEach((name, merge) -> names.named(Merge.class, name, merge));
    };
  }
}
