package io.evergraph.spring;

import io.evergraph.server.EndpointPaths;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Knows in front of which paths of an application Spring Security stands. */
record SecuredPaths(ListableBeanFactory beans, Environment environment) {
  private static final Logger LOG = LoggerFactory.getLogger(SecuredPaths.class);

  /** The name of the filter in every application with Spring Security. */
  private static final String SECURITY = "springSecurityFilterChain";

  private static final boolean HAS_SPRING_SECURITY =
      ClassUtils.isPresent(
          "org.springframework.security.web.FilterChainProxy", SecuredPaths.class.getClassLoader());

  /** A rule may be of paths of one length; no endpoint has more parts below its root. */
  private static final int LONGEST = 6;

  /** A rule may be of one method. */
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  boolean isThere() {
    return beans.containsBean(SECURITY);
  }

  boolean cover(EndpointPaths paths) {
    return isThere()
        && paths.below(ServletPath.of(environment)).roots().stream()
            .flatMap(SecuredPaths::atAndBelow)
            .flatMap(this::requests)
            .allMatch(this::isFiltered);
  }

  private static Stream<String> atAndBelow(String root) {
    return IntStream.rangeClosed(0, LONGEST).mapToObj(parts -> root + "/any".repeat(parts));
  }

  private Stream<ProbeRequest> requests(String path) {
    ServletContext context = beans.getBeanProvider(ServletContext.class).getIfAvailable();
    return METHODS.stream().map(method -> new ProbeRequest(method, path, context));
  }

  /** A filter of the application under this name sees every request. */
  private boolean isFiltered(ProbeRequest request) {
    Filter security = beans.getBean(SECURITY, Filter.class);
    return !HAS_SPRING_SECURITY || isFilteredBy(security, request);
  }

  /** A rule that cannot be asked may be one that lets the request pass. */
  private static boolean isFilteredBy(Filter security, ProbeRequest request) {
    try {
      return SecurityChains.filter(security, request);
    } catch (RuntimeException failure) {
      LOG.debug("Spring Security cannot be asked about {}: it counts as open", request, failure);
      return false;
    }
  }
}
