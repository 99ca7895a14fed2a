package io.evergraph.spring;

import io.evergraph.graph.Store;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.server.AllowedHosts;
import io.evergraph.server.AllowedOrigins;
import io.evergraph.server.BasePath;
import io.evergraph.server.EndpointPaths;
import io.evergraph.server.HostAndOriginFilter;
import io.evergraph.server.StartLimit;
import io.evergraph.server.admin.AdminApiConfiguration;
import io.evergraph.server.admin.AdminFilter;
import io.evergraph.server.admin.GraphInfrastructure;
import io.evergraph.server.langgraph.LangGraphApiConfiguration;
import io.evergraph.server.task.TaskApiConfiguration;
import io.evergraph.task.AgentTaskOrchestrator;
import jakarta.servlet.Filter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
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
import org.springframework.util.function.SingletonSupplier;
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

  /** A proxy may have ended the encryption: its own page then seems to come from elsewhere. */
  @Bean
  @ConditionalOnMissingBean
  AllowedOrigins evergraphAllowedOrigins(EvergraphProperties properties) {
    List<String> named = properties.web().allowedOrigins();
    List<String> others = named.isEmpty() ? AllowedOrigins.local().patterns() : named;
    Stream<String> own = properties.web().reachedAt().map(PublicUrl::origin).stream();
    return new AllowedOrigins(Stream.concat(others.stream(), own).toList());
  }

  @Bean
  @ConditionalOnMissingBean
  AllowedHosts evergraphAllowedHosts(EvergraphProperties properties, Environment environment) {
    Stream<String> own =
        Stream.of(
                properties.web().reachedAt().map(PublicUrl::host),
                Optional.ofNullable(environment.getProperty("server.address")))
            .flatMap(Optional::stream);
    return new AllowedHosts(Stream.concat(own, properties.web().allowedHosts().stream()).toList());
  }

  @Bean
  BasePath evergraphPathOfEndpoints(EvergraphProperties properties) {
    return new BasePath(properties.web().basePath());
  }

  /** Before everything that could act on a request. */
  @Bean
  FilterRegistrationBean<HostAndOriginFilter> evergraphHostAndOriginFilter(
      AllowedHosts hosts,
      AllowedOrigins origins,
      ObjectProvider<EndpointPaths> paths,
      Environment environment) {
    return before(
        new HostAndOriginFilter(hosts, origins),
        Ordered.HIGHEST_PRECEDENCE,
        paths.stream(),
        environment);
  }

  /** Asked with the first request: only then the rules of Spring Security are known. */
  @Bean
  @ConditionalOnBooleanProperty(
      name = "evergraph.web.allow-admin",
      havingValue = false,
      matchIfMissing = true)
  FilterRegistrationBean<AdminFilter> evergraphAdminFilter(
      ListableBeanFactory beans,
      @Qualifier("adminPaths") EndpointPaths paths,
      Environment environment) {
    SecuredPaths secured = new SecuredPaths(beans, environment);
    SingletonSupplier<Boolean> isCovered = SingletonSupplier.of(() -> secured.cover(paths));
    return before(
        new AdminFilter(isCovered::obtain),
        Ordered.HIGHEST_PRECEDENCE + 1,
        Stream.of(paths),
        environment);
  }

  /** Each prefix is judged by itself: security in front of one says nothing of the other. */
  @Bean
  @ConditionalOnBooleanProperty(
      name = "evergraph.web.allow-admin",
      havingValue = false,
      matchIfMissing = true)
  FilterRegistrationBean<AdminFilter> evergraphAgentAdminFilter(
      ListableBeanFactory beans,
      @Qualifier("agentAdminPaths") EndpointPaths paths,
      Environment environment) {
    return evergraphAdminFilter(beans, paths, environment);
  }

  @Bean
  @ConditionalOnMissingBean
  GraphInfrastructure evergraphGraphInfrastructure(
      GraphRuntime runtime,
      ObjectProvider<TaskRecords> tasks,
      ObjectProvider<Store> stores,
      EvergraphProperties properties,
      Environment environment) {
    RuntimeInfo info = runtime.info();
    return new GraphInfrastructure(
        GraphInfrastructure.checkpointSaver(info),
        environment.getProperty(EvergraphMetricsAutoConfiguration.ENABLED, Boolean.class, true),
        properties.web().diagrams(),
        info.kind(),
        info.durability() == RuntimeInfo.Durability.DURABLE,
        tasks.stream().findFirst().map(TaskRecords::kind).orElse("none"),
        Optional.ofNullable(stores.getIfAvailable()).map(Store::kind).orElse("none"));
  }

  /** The endpoints of tasks, where there is an orchestrator. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = TaskConfiguration.BREAKERS)
  @ConditionalOnBean(AgentTaskOrchestrator.class)
  @Import(TaskApiConfiguration.class)
  static class Tasks {}

  private static <F extends Filter> FilterRegistrationBean<F> before(
      F filter, int order, Stream<EndpointPaths> paths, Environment environment) {
    BasePath servlet = ServletPath.of(environment);
    FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(order);
    registration.setUrlPatterns(
        paths.flatMap(it -> it.below(servlet).roots().stream()).map(root -> root + "/*").toList());
    return registration;
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
    static RemoteAccess evergraphRemoteAccess(ListableBeanFactory beans, Environment environment) {
      return new RemoteAccess(beans, environment);
    }
  }
}
