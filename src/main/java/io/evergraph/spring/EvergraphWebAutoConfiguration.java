package io.evergraph.spring;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.AllowedOrigins;
import io.evergraph.server.StartLimit;
import io.evergraph.server.admin.AdminApiConfiguration;
import io.evergraph.server.langgraph.LangGraphApiConfiguration;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The REST endpoints, where the application is a web application. */
@AutoConfiguration(after = EvergraphAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(WebMvcConfigurer.class)
@ConditionalOnBean(GraphRuntime.class)
@ConditionalOnBooleanProperty(name = "evergraph.web.enabled", matchIfMissing = true)
@Import({LangGraphApiConfiguration.class, AdminApiConfiguration.class})
public class EvergraphWebAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  StartLimit evergraphStartLimit(EvergraphProperties properties) {
    return StartLimit.of(properties.web().maxStarts());
  }

  @Bean
  @ConditionalOnMissingBean
  AllowedOrigins evergraphAllowedOrigins(EvergraphProperties properties) {
    List<String> named = properties.web().allowedOrigins();
    return named.isEmpty() ? AllowedOrigins.local() : new AllowedOrigins(named);
  }
}
