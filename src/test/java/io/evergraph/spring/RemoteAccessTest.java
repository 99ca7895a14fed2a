package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher.withDefaults;
import static org.springframework.web.context.support.WebApplicationContextUtils.getRequiredWebApplicationContext;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.debug.DebugFilter;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.RegexRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

class RemoteAccessTest {
  private static final String ALL = "0.0.0.0";
  private static final String SECURITY = "springSecurityFilterChain";

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
    register(RegexRequestMatcher.regexMatcher(protectedPaths));
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

  @Test
  void shouldAskRulesOfPathsAsSpringSecurityDoes() {
    register(paths("/threads"), paths("/threads/**"), paths("/admin/**"));
    assertThatCode(() -> start(ALL)).doesNotThrowAnyException();
  }

  @Test
  void shouldNotCountSpringSecurityOnOtherPathsAsProtection() {
    register(paths("/mine/**"));

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldNotCountSpringSecurityOfOneMethodAsProtection() {
    register(withDefaults().matcher(HttpMethod.GET, "/**"));

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldNotCountRulesThatCannotBeAskedAsProtection() {
    register(
        request -> {
          throw new UnsupportedOperationException("only for requests of real users");
        });

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/admin/**", "/threads/*/*/*", "/threads/*/*/*/*/*"})
  void shouldNotCountAChainWithoutFiltersAsProtection(String open) {
    beans.registerSingleton(
        SECURITY,
        new FilterChainProxy(
            List.of(
                new DefaultSecurityFilterChain(paths(open)),
                new DefaultSecurityFilterChain(paths("/**"), new Login()))));

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldLookBehindTheFilterThatPrintsRequests() {
    beans.registerSingleton(SECURITY, new DebugFilter(security(paths("/mine/**"))));

    assertThatThrownBy(() -> start(ALL)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldCountAFilterOfTheApplicationAsProtection() {
    beans.registerSingleton(SECURITY, new Login());

    assertThatCode(() -> start(ALL)).doesNotThrowAnyException();
  }

  @Test
  void shouldAskRulesThatNeedTheApplication() {
    RequestMatcher ofTheApplication =
        request ->
            getRequiredWebApplicationContext(request.getServletContext()).containsBean(SECURITY);

    runner
        .withBean(SECURITY, Filter.class, () -> security(ofTheApplication))
        .run(context -> assertThat(context).hasNotFailed());
    runner
        .withBean(
            SECURITY, Filter.class, () -> security(new NegatedRequestMatcher(ofTheApplication)))
        .run(
            context ->
                assertThat(context.getStartupFailure()).hasMessageContaining("Spring Security"));
  }

  private void register(RequestMatcher... rules) {
    beans.registerSingleton(SECURITY, security(rules));
  }

  private static RequestMatcher paths(String pattern) {
    return withDefaults().matcher(pattern);
  }

  /** Returns the filter of Spring Security with one chain for each rule. */
  static FilterChainProxy security(RequestMatcher... rules) {
    return new FilterChainProxy(
        Stream.of(rules)
            .<SecurityFilterChain>map(rule -> new DefaultSecurityFilterChain(rule, new Login()))
            .toList());
  }

  /** Lets everybody pass. */
  private static final class Login implements Filter {
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
