package io.evergraph.server;

import io.evergraph.runtime.GraphRuntime;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that all endpoints share; the configuration of a protocol imports it. */
@Configuration(proxyBeanMethods = false)
@Import({Problems.class, EventPump.class})
public class ServerConfiguration {
  private static final Duration LONGEST_BODY = Duration.ofSeconds(30);

  @Bean
  UnhandledPaths evergraphUnhandledPaths(ObjectProvider<EndpointPaths> paths) {
    return new UnhandledPaths(paths.orderedStream().toList());
  }

  @Bean
  BodyLimit evergraphBodyLimit(GraphRuntime runtime) {
    return new BodyLimit(runtime.info().messageBytes(), LONGEST_BODY);
  }
}
