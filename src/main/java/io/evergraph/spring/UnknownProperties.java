package io.evergraph.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.server.NearestName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;

/**
 * Warns of properties under {@code evergraph} that nothing reads: most of them are misspelled. What
 * the operating system sets is left out, as it names services that are called {@code evergraph} in
 * the same way.
 */
record UnknownProperties(Collection<ConfigurationPropertyName> known) {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownProperties.class);
  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("evergraph");

  /** Spring's description of the properties, which the compiler makes from their classes. */
  private static final String DESCRIPTION =
      "classpath*:META-INF/spring-configuration-metadata.json";

  /** Returns those that the class path describes; where it does not, every property is known. */
  static UnknownProperties describedIn(ResourcePatternResolver resources) {
    try {
      return new UnknownProperties(
          Stream.of(resources.getResources(DESCRIPTION))
              .flatMap(UnknownProperties::names)
              .flatMap(name -> Stream.ofNullable(ConfigurationPropertyName.ofIfValid(name)))
              .filter(PREFIX::isAncestorOf)
              .toList());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Stream<String> names(Resource description) {
    try {
      Object properties =
          JsonParserFactory.getJsonParser()
              .parseMap(description.getContentAsString(UTF_8))
              .get("properties");
      return properties instanceof List<?> list
          ? list.stream().map(it -> String.valueOf(((Map<?, ?>) it).get("name")))
          : Stream.empty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  void warn(ConfigurableEnvironment environment) {
    UnboundElementsSourceFilter filter = new UnboundElementsSourceFilter();
    for (ConfigurationPropertySource source :
        ConfigurationPropertySources.from(environment.getPropertySources())) {
      if (source instanceof IterableConfigurationPropertySource some && filter.apply(source)) {
        some.stream().filter(this::isUnknown).forEach(name -> warn(name, source));
      }
    }
  }

  private boolean isUnknown(ConfigurationPropertyName name) {
    return !known.isEmpty()
        && PREFIX.isAncestorOf(name)
        && known.stream().noneMatch(it -> it.equals(name) || it.isAncestorOf(name));
  }

  private void warn(ConfigurationPropertyName name, ConfigurationPropertySource source) {
    ConfigurationProperty found = source.getConfigurationProperty(name);
    LOG.warn(
        "Expected a property of Evergraph (docs/configuration.md) but found '{}' ({}), which nothing"
            + " reads{}.",
        name,
        found == null || found.getOrigin() == null ? source : found.getOrigin(),
        new NearestName(known.stream().map(ConfigurationPropertyName::toString).toList())
            .to(name.toString())
            .map(it -> ": '" + it + "' is the nearest name")
            .orElse(""));
  }
}
