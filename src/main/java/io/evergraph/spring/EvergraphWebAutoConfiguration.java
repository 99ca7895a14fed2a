package io.evergraph.spring;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.AllowedHosts;
import io.evergraph.server.AllowedOrigins;
import io.evergraph.server.EndpointPaths;
import io.evergraph.server.HostAndOriginFilter;
import io.evergraph.server.StartLimit;
import io.evergraph.server.admin.AdminApiConfiguration;
import io.evergraph.server.langgraph.LangGraphApiConfiguration;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
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

  @Bean
  @ConditionalOnMissingBean
  AllowedHosts evergraphAllowedHosts(EvergraphProperties properties, Environment environment) {
    Stream<String> own =
        Stream.of(
                Optional.ofNullable(properties.web().publicUrl())
                    .map(it -> URI.create(it).getHost()),
                Optional.ofNullable(environment.getProperty("server.address")))
            .flatMap(Optional::stream);
    return new AllowedHosts(Stream.concat(own, properties.web().allowedHosts().stream()).toList());
  }

  /** Before everything that could act on a request. */
  @Bean
  FilterRegistrationBean<HostAndOriginFilter> evergraphHostAndOriginFilter(
      AllowedHosts hosts,
      AllowedOrigins origins,
      ObjectProvider<EndpointPaths> paths,
      Environment environment) {
    String servlet = environment.getProperty("spring.mvc.servlet.path", "").replaceFirst("/$", "");
    FilterRegistrationBean<HostAndOriginFilter> filter =
        new FilterRegistrationBean<>(new HostAndOriginFilter(hosts, origins));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    filter.setUrlPatterns(
        paths.stream()
            .flatMap(it -> it.roots().stream())
            .map(root -> servlet + root + "/*")
            .toList());
    return filter;
  }

  /** The servers that Spring Boot starts; elsewhere a container decides where it listens. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebServerFactoryCustomizer.class)
  @ConditionalOnBooleanProperty(
      name = "evergraph.web.allow-remote",
      havingValue = false,
      matchIfMissing = true)
  static class OwnServer {
    @Bean
    static RemoteAccess evergraphRemoteAccess(ListableBeanFactory beans) {
      return new RemoteAccess(beans);
    }
  }
}
