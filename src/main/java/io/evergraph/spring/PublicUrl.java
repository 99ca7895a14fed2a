package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where people reach the application.
 *
 * @param host its name or address
 * @param origin what browsers call its pages
 */
record PublicUrl(String host, String origin) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int NONE = -1;

  static PublicUrl of(String text) {
    URI url = parsed(text);
    String host = url == null ? null : url.getHost();
    if (url == null || host == null || !isAddressOnly(url)) {
      throw new InvalidInputException(
          "evergraph.web.public-url",
          "a URL such as https://agents.example.com (no underscore in its host)",
          "'" + text + "'");
    }
    String name = host.toLowerCase(Locale.ROOT);
    return new PublicUrl(name, url.getScheme() + "://" + name + portOfOrigin(url));
  }

  private static @Nullable URI parsed(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException malformed) {
      return null;
    }
  }

  /** Links go below it, so that nothing may follow its path. */
  private static boolean isAddressOnly(URI url) {
    String scheme = url.getScheme();
    return ("http".equals(scheme) || "https".equals(scheme))
        && url.getRawUserInfo() == null
        && url.getRawQuery() == null
        && url.getRawFragment() == null;
  }

  /** Browsers leave out the port that a scheme has anyway. */
  private static String portOfOrigin(URI url) {
    int usual = "https".equals(url.getScheme()) ? HTTPS_PORT : HTTP_PORT;
    int port = url.getPort();
    return port == NONE || port == usual ? "" : ":" + port;
  }
}
