package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.server.EndpointPaths;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.env.MockEnvironment;

class RemoteAccessTest {
  private static final String ALL = "0.0.0.0";
  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
          .withUserConfiguration(Everything.class, Graphs.class)
          .withPropertyValues("server.port=0", "evergraph.runtime=memory");

  private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
  private final MockEnvironment environment = new MockEnvironment();
  private final RemoteAccess access = new RemoteAccess(beans, environment);

  RemoteAccessTest() {
    beans.registerSingleton("paths", new EndpointPaths(List.of("/threads", "/admin")));
  }

  private void start(String address) throws UnknownHostException {
    TomcatServletWebServerFactory server = new TomcatServletWebServerFactory();
    server.setAddress(InetAddress.getByName(address));
    access.customize(server);
    access.afterSingletonsInstantiated();
  }

  private void secure(String protectedPaths) {
    beans.registerSingleton("springSecurityFilterChain", new Security(protectedPaths));
  }

  @Test
  void shouldRefuseToListenOnAllAddresses() {
    runner.run(
        RefusedStart.saying(
            "server.address",
            "127.0.0.1",
            "Spring Security",
            "evergraph.web.allow-remote=true",
            "--allow-remote",
            "all addresses"));
  }

  @Test
  void shouldRefuseToListenOnAnAddressOfAnotherInterface() {
    runner.withPropertyValues("server.address=0.0.0.0").run(RefusedStart.saying("'0.0.0.0'"));
  }

  @Test
  void shouldListenOnTheLoopbackAddress() {
    assertThatCode(() -> start("127.0.0.1")).doesNotThrowAnyException();
    assertThatCode(() -> start("::1")).doesNotThrowAnyException();
  }

  @Test
  void shouldNotLookWhereItIsAllowed() {
    runner
        .withPropertyValues("server.address=127.0.0.1", "evergraph.web.allow-remote=true")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RemoteAccess.class));
  }

  @Test
  void shouldNotLookWhereThereAreNoEndpoints() {
    runner
        .withPropertyValues("server.address=127.0.0.1", "evergraph.web.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RemoteAccess.class));
  }

  @Test
  void shouldCountSpringSecurityOnEveryPathAsProtection() {
    secure("/.*");

    assertThatCode(() -> start(ALL)).doesNotThrowAnyException();
  }

  @Test
  void shouldNotCountSpringSecurityOnSomePathsAsProtection() {
    secure("/threads/.*");

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldNotCountSpringSecurityOnShortPathsAsProtection() {
    secure("/[^/]*(/[^/]*)?");

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldLookForProtectionBelowTheServlet() {
    environment.setProperty("spring.mvc.servlet.path", "/api");
    secure("/api/.*");

    assertThatCode(() -> start(ALL)).doesNotThrowAnyException();
  }

  @Test
  void shouldNotCountSpringSecurityBesideTheServletAsProtection() {
    environment.setProperty("spring.mvc.servlet.path", "/api/");
    secure("/(threads|admin)(/.*)?");

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldNotCountSpringSecurityBelowARootAloneAsProtection() {
    secure("/(threads|admin)/.*");

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  /** Answers as the {@code FilterChainProxy} of Spring Security does. */
  public record Security(String paths) implements Filter {
    /** Returns the filters in front of a path. */
    public List<Filter> getFilters(String path) {
      return path.matches(paths) ? List.of(this) : List.of();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      chain.doFilter(request, response);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}
}
