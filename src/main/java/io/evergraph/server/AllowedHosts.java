package io.evergraph.server;

import java.util.List;

/**
 * The names under which clients may call the endpoints, besides those of this machine itself.
 *
 * @param patterns names of hosts without a port, such as {@code agents.example.com} or {@code
 *     *.example.com}
 */
public record AllowedHosts(List<String> patterns) {
  public AllowedHosts {
    patterns = List.copyOf(patterns);
  }
}
