package io.evergraph.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers some requests with a {@link Problem} before anything could act on them. */
public abstract class RefusingFilter extends OncePerRequestFilter {
  private static final JacksonJsonHttpMessageConverter JSON = new JacksonJsonHttpMessageConverter();

  /** Returns why a request is refused; empty where it passes. */
  protected abstract Optional<Problem> refusal(HttpServletRequest request);

  @Override
  protected final void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Problem> refusal = refusal(request);
    if (refusal.isPresent()) {
      write(refusal.get(), request, response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private static void write(
      Problem problem, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ProblemDetail body = Objects.requireNonNull(problem.answer().getBody());
    body.setInstance(URI.create(request.getRequestURI()));
    response.setStatus(body.getStatus());
    JSON.write(body, MediaType.APPLICATION_PROBLEM_JSON, new ServletServerHttpResponse(response));
  }
}
