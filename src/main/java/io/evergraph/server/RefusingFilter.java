package io.evergraph.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers some requests with a {@link Problem} before anything could act on them. */
public abstract class RefusingFilter extends OncePerRequestFilter {
  /** Returns why a request is refused; empty where it passes. */
  protected abstract Optional<Problem> refusal(HttpServletRequest request);

  @Override
  protected final void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Problem> refusal = refusal(request);
    if (refusal.isPresent()) {
      refusal.get().write(request, response);
    } else {
      chain.doFilter(request, response);
    }
  }
}
