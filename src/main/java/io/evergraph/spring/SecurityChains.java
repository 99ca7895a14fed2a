package io.evergraph.spring;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.debug.DebugFilter;

/** Asks Spring Security; to be loaded only where that is on the class path. */
final class SecurityChains {
  private SecurityChains() {}

  /** Returns whether a request passes at least one filter. The first chain that matches counts. */
  static boolean filter(Filter security, HttpServletRequest request) {
    if (security instanceof DebugFilter debug) {
      return filter(debug.getFilterChainProxy(), request);
    }
    return !(security instanceof FilterChainProxy proxy)
        || proxy.getFilterChains().stream()
            .filter(chain -> chain.matches(request))
            .findFirst()
            .filter(chain -> !chain.getFilters().isEmpty())
            .isPresent();
  }
}
