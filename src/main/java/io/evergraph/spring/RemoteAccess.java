package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import io.evergraph.server.EndpointPaths;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.web.server.AbstractConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Refuses to start endpoints that anybody on another machine could call: they need a loopback
 * address, Spring Security in front of all of them, or the explicit permission. Without Spring
 * Security the refusal comes before anything else is started, with it when its rules are known; in
 * both cases before the server listens.
 */
final class RemoteAccess
    implements WebServerFactoryCustomizer<AbstractConfigurableWebServerFactory>,
        SmartInitializingSingleton,
        Ordered {
  private final ListableBeanFactory beans;
  private final SecuredPaths secured;
  private @Nullable InetAddress address = InetAddress.getLoopbackAddress();

  RemoteAccess(ListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.secured = new SecuredPaths(beans, environment);
  }

  /** Comes after those who set the address. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(AbstractConfigurableWebServerFactory server) {
    address = server.getAddress();
    if (isOpen() && !secured.isThere()) {
      throw refusal(address);
    }
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (isOpen() && !isProtected()) {
      throw refusal(address);
    }
  }

  /** Without an address a server listens on all. */
  private boolean isOpen() {
    return address == null || !address.isLoopbackAddress();
  }

  private boolean isProtected() {
    return beans.getBeansOfType(EndpointPaths.class).values().stream().allMatch(secured::cover);
  }

  private static InvalidInputException refusal(@Nullable InetAddress address) {
    return new InvalidInputException(
        "the address that the endpoints listen on (server.address, --host)",
        "127.0.0.1, since nobody has to log in: anybody who reaches another address can start and"
            + " answer runs. Put a proxy with a login in front, or Spring Security on every path;"
            + " to allow it all the same set evergraph.web.allow-remote=true (--allow-remote)",
        address == null ? "all addresses of this machine" : "'" + address.getHostAddress() + "'");
  }
}
