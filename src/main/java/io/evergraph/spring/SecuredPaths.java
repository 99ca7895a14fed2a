package io.evergraph.spring;

import io.evergraph.server.EndpointPaths;
import jakarta.servlet.Filter;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.MethodInvoker;

/** Knows in front of which paths of an application Spring Security stands. */
record SecuredPaths(ListableBeanFactory beans, Environment environment) {
  /** The name of the filter in every application with Spring Security. */
  private static final String SECURITY = "springSecurityFilterChain";

  /** A rule may be of paths of one length. */
  private static final List<String> AT_AND_BELOW = List.of("", "/any", "/any/any/any/any");

  boolean isThere() {
    return beans.containsBean(SECURITY);
  }

  boolean cover(EndpointPaths paths) {
    return isThere()
        && paths.below(ServletPath.of(environment)).roots().stream()
            .flatMap(root -> AT_AND_BELOW.stream().map(below -> root + below))
            .allMatch(path -> filters(path).findAny().isPresent());
  }

  /** Asks a {@code FilterChainProxy}, of a library that is not on the class path here. */
  private Stream<?> filters(String path) {
    Filter security = beans.getBean(SECURITY, Filter.class);
    MethodInvoker question = new MethodInvoker();
    question.setTargetObject(security);
    question.setTargetMethod("getFilters");
    question.setArguments(path);
    try {
      question.prepare();
      return question.invoke() instanceof Collection<?> found ? found.stream() : Stream.empty();
    } catch (ReflectiveOperationException another) {
      // a filter of the application under this name: it sees every request
      return Stream.of(security);
    }
  }
}
