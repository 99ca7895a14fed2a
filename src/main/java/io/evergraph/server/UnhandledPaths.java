package io.evergraph.server;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Answers requests below the paths of our endpoints that no controller handles, or that cannot be
 * read, with a {@link Problem}; those of other paths are left to the application.
 *
 * @param hint where to find what there is; empty where nothing lists it
 */
record UnhandledPaths(List<EndpointPaths> endpoints, String hint)
    implements HandlerExceptionResolver, Ordered {

  /** Comes before the resolvers that know what was thrown inside a controller. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE + 1;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    Optional<Problem> problem =
        isOurs(request) ? problem(request, response, failure) : Optional.empty();
    if (problem.isEmpty()) {
      return null;
    }
    try {
      problem.get().write(request, response);
    } catch (IOException gone) {
      // the client is not there any more
    }
    return new ModelAndView();
  }

  private boolean isOurs(HttpServletRequest request) {
    String path = ServletRequestPathUtils.parse(request).pathWithinApplication().value();
    return endpoints.stream().anyMatch(endpoint -> endpoint.contain(path));
  }

  private Optional<Problem> problem(
      HttpServletRequest request, HttpServletResponse response, Exception failure) {
    if (failure instanceof HttpRequestMethodNotSupportedException refused) {
      String allowed =
          String.join(
              ", ", Optional.ofNullable(refused.getSupportedMethods()).orElse(new String[0]));
      response.setHeader(HttpHeaders.ALLOW, allowed);
      String detail =
          "Expected the method %s for this path but found %s."
              .formatted(allowed, refused.getMethod());
      return Optional.of(
          Problem.of(HttpStatus.METHOD_NOT_ALLOWED, "method not allowed", detail + hint));
    }
    if (failure instanceof NoResourceFoundException) {
      String detail = "Expected a path of this server but found '" + request.getRequestURI() + "'.";
      return Optional.of(Problem.of(HttpStatus.NOT_FOUND, "unknown path", detail + hint));
    }
    // Bodies in parts are read before a controller is looked for.
    return failure instanceof MultipartException
        ? Optional.of(Problem.unsupportedType(request.getContentType()))
        : Optional.empty();
  }
}
