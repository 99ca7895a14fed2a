package io.evergraph.server;

import io.evergraph.error.InvalidInputException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses parameters that the web server cannot read: it says so to whoever asks for them first.
 */
final class ParameterCheck implements HandlerInterceptor {
  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    try {
      Map<String, String[]> unused = request.getParameterMap();
      return true;
    } catch (IllegalStateException unreadable) {
      throw new InvalidInputException(
          "the parameters of the request",
          "name=value, encoded in UTF-8",
          "'" + request.getQueryString() + "'");
    }
  }
}
