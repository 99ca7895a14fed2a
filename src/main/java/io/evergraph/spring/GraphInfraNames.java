package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Reads the properties {@code agent.defaults.graph-infra.*}, by which other agent platforms name
 * what stands behind their graphs, as ours; ours win where both are set.
 */
final class GraphInfraNames implements EnvironmentPostProcessor, Ordered {
  private static final String PREFIX = "agent.defaults.graph-infra.";
  private static final String REDIS = "spring.data.redis.";
  private static final Map<String, String> SAVERS =
      Map.of("memory", "memory", "mysql", "jdbc", "redis", "redis");

  /** After all files of properties were read. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    Map<String, Object> ours = new LinkedHashMap<>();
    value(environment, "checkpoint-saver").ifPresent(it -> saver(it, environment, ours));
    value(environment, "observation-enabled")
        .ifPresent(it -> ours.put(EvergraphMetricsAutoConfiguration.ENABLED, it));
    value(environment, "diagram-enabled").ifPresent(it -> ours.put("evergraph.web.diagrams", it));
    if (!ours.isEmpty()) {
      environment
          .getPropertySources()
          .addLast(new MapPropertySource("evergraph-graph-infra", ours));
    }
  }

  private static Optional<String> value(ConfigurableEnvironment environment, String name) {
    return Optional.ofNullable(environment.getProperty(PREFIX + name))
        .map(String::strip)
        .filter(it -> !it.isEmpty());
  }

  private static void saver(
      String name, ConfigurableEnvironment environment, Map<String, Object> ours) {
    String type = SAVERS.get(name);
    if (type == null) {
      throw new InvalidInputException(
          PREFIX + "checkpoint-saver", "memory, mysql or redis", "'" + name + "'");
    }
    ours.put(CheckpointConfiguration.TYPE, type);
    if (type.equals("redis")) {
      redis(environment).ifPresent(url -> ours.put("evergraph.checkpoints.redis-url", url));
    }
  }

  private static Optional<String> redis(ConfigurableEnvironment environment) {
    return Optional.ofNullable(environment.getProperty(REDIS + "url"))
        .or(
            () ->
                Optional.ofNullable(environment.getProperty(REDIS + "host"))
                    .map(host -> redisUrl(host, environment)));
  }

  private static String redisUrl(String host, ConfigurableEnvironment environment) {
    boolean encrypted =
        environment.getProperty(
            REDIS + "ssl.enabled",
            Boolean.class,
            environment.containsProperty(REDIS + "ssl.bundle"));
    String password = environment.getProperty(REDIS + "password");
    String user = environment.getProperty(REDIS + "username", "");
    return (encrypted ? "rediss://" : "redis://")
        + (password == null ? "" : encoded(user) + ":" + encoded(password) + "@")
        + host
        + ":"
        + environment.getProperty(REDIS + "port", "6379")
        + "/"
        + environment.getProperty(REDIS + "database", "0");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
