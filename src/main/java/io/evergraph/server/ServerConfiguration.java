package io.evergraph.server;

import io.evergraph.runtime.GraphRuntime;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that every door shares; the configuration of a door imports it. */
@Configuration(proxyBeanMethods = false)
public class ServerConfiguration {
  /** Returns what answers failures inside doors. */
  @Bean
  public Problems evergraphProblems() {
    return new Problems();
  }

  /** Returns what answers requests that miss every controller of a door. */
  @Bean
  public UnhandledPaths evergraphUnhandledPaths(ObjectProvider<DoorPaths> doors) {
    return new UnhandledPaths(doors.orderedStream().toList());
  }

  /** Returns what refuses bodies that are too large. */
  @Bean
  public BodyLimit evergraphBodyLimit(GraphRuntime runtime) {
    return new BodyLimit(runtime.info().messageBytes());
  }

  /** Returns what carries events to clients. */
  @Bean
  public EventPump evergraphEventPump() {
    return new EventPump();
  }
}
