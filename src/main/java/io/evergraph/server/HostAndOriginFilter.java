package io.evergraph.server;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.util.PatternMatchUtils;
import org.springframework.web.cors.CorsConfiguration;

/**
 * Refuses what a browser sends in the name of a foreign page: a request to a host name that is not
 * one of this server (DNS rebinding), and a request that changes something and comes from another
 * origin. Clients that are no browsers send no origin.
 *
 * <p>Names of the loopback interface and the address that a connection was made to are always
 * allowed: no foreign page has such an origin, and the probes of a cluster call the address.
 */
public final class HostAndOriginFilter extends RefusingFilter {
  private static final String FETCH_SITE = "Sec-Fetch-Site";
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final String LOOPBACK = "localhost|.+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1]";
  private static final String PORT = ":\\d*$";

  private final AllowedHosts hosts;
  private final CorsConfiguration origins = new CorsConfiguration();

  /**
   * Makes a filter.
   *
   * @param origins the pages that may send requests besides the server's own
   */
  public HostAndOriginFilter(AllowedHosts hosts, AllowedOrigins origins) {
    this.hosts = hosts;
    this.origins.setAllowedOriginPatterns(origins.patterns());
  }

  @Override
  protected Optional<Problem> refusal(HttpServletRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    if (host != null && !isAllowed(host, request.getLocalAddr())) {
      return Optional.of(unknownHost(host));
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return SAFE_METHODS.contains(request.getMethod()) || isAllowedOrigin(origin, host, request)
        ? Optional.empty()
        : Optional.of(foreignOrigin(origin == null ? "another site" : "'" + origin + "'"));
  }

  private boolean isAllowed(String header, String localAddress) {
    String host = header.strip().toLowerCase(Locale.ROOT).replaceFirst(PORT, "");
    return host.matches(LOOPBACK)
        || isAddress(host, localAddress)
        || hosts.patterns().stream()
            .anyMatch(it -> PatternMatchUtils.simpleMatch(it.toLowerCase(Locale.ROOT), host));
  }

  private static boolean isAddress(String host, String localAddress) {
    return host.equals(localAddress) || (host.startsWith("[") && isSameIpv6(host, localAddress));
  }

  /** An address in brackets is never looked up. */
  private static boolean isSameIpv6(String host, String localAddress) {
    try {
      return InetAddress.getByName(host).equals(InetAddress.getByName(localAddress));
    } catch (UnknownHostException malformed) {
      return false;
    }
  }

  private boolean isAllowedOrigin(
      @Nullable String origin, @Nullable String host, HttpServletRequest request) {
    if (origin == null) {
      String site = request.getHeader(FETCH_SITE);
      return site == null || OWN_SITES.contains(site);
    }
    return isAuthority(origin, host) || origins.checkOrigin(origin) != null;
  }

  /** The scheme does not count: a proxy may have ended the encryption. */
  private static boolean isAuthority(String origin, @Nullable String host) {
    return host != null && origin.replaceFirst("^https?://", "").equalsIgnoreCase(host.strip());
  }

  private static Problem unknownHost(String host) {
    String detail =
        "Expected a name of this server in the header Host but found '"
            + host
            + "'. Call it by its address, or name the host in evergraph.web.allowed-hosts.";
    return Problem.of(HttpStatus.FORBIDDEN, "unknown host", detail);
  }

  private static Problem foreignOrigin(String origin) {
    String detail =
        "Expected a request of this server's own pages, or of no page, but found one of "
            + origin
            + ". Name the page in evergraph.web.allowed-origins if it may send such requests.";
    return Problem.of(HttpStatus.FORBIDDEN, "foreign origin", detail);
  }
}
