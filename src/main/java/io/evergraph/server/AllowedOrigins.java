package io.evergraph.server;

import java.util.List;

/**
 * The web pages that may call the endpoints from a browser.
 *
 * @param patterns origins as Spring's CORS reads them, such as {@code https://*.example.com}
 */
public record AllowedOrigins(List<String> patterns) {
  public AllowedOrigins {
    patterns = List.copyOf(patterns);
  }

  /** Returns the pages that are served from this machine, on any port. */
  public static AllowedOrigins local() {
    return new AllowedOrigins(List.of("http://localhost:[*]", "http://127.0.0.1:[*]"));
  }
}
