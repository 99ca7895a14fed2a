package io.evergraph.server;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Leaves out the error page of a stream that was cut off: it cannot follow what was written, which
 * would be logged as a failure.
 */
final class CutStreams implements HandlerExceptionResolver, Ordered {
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    Object shown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    return shown instanceof StreamCutOffException ? new ModelAndView() : null;
  }
}
