package io.evergraph.spring;

import io.evergraph.server.BasePath;
import org.springframework.core.env.Environment;

/** Where the servlet of Spring is, below which all endpoints are. */
final class ServletPath {
  private ServletPath() {}

  static BasePath of(Environment environment) {
    String path = environment.getProperty("spring.mvc.servlet.path", "");
    return new BasePath(path.replaceFirst("/$", ""));
  }
}
