package io.evergraph.server;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.LogContents;
import jakarta.servlet.http.HttpServletRequest;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

@RestControllerAdvice(basePackageClasses = Problems.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class Problems {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  /** When it is worth to ask again for what cannot be reached, where it does not say. */
  private static final Duration AWAY = Duration.ofSeconds(5);

  /** Where the reader of JSON stopped, in its own message. */
  private static final Pattern PLACE = Pattern.compile("byte offset: #(\\d+)");

  @ExceptionHandler
  ResponseEntity<ProblemDetail> known(GraphException failure) {
    ResponseEntity<ProblemDetail> answer = Problem.of(failure).answer();
    return pause(failure, answer.getStatusCode())
        .map(pause -> retryable(answer, pause))
        .orElse(answer);
  }

  private static ResponseEntity<ProblemDetail> retryable(
      ResponseEntity<ProblemDetail> answer, Duration pause) {
    return ResponseEntity.status(answer.getStatusCode())
        .headers(answer.getHeaders())
        .header(HttpHeaders.RETRY_AFTER, wholeSeconds(pause))
        .body(answer.getBody());
  }

  private static Optional<Duration> pause(GraphException failure, HttpStatusCode status) {
    boolean isAway = status.isSameCodeAs(HttpStatus.SERVICE_UNAVAILABLE);
    return failure.retryAfter().or(() -> isAway ? Optional.of(AWAY) : Optional.empty());
  }

  /** Never less than the pause: a request that comes too early is refused again. */
  private static String wholeSeconds(Duration pause) {
    return Long.toString(Math.max(1, pause.plusMillis(999).toSeconds()));
  }

  /** Clients repeat the request after the time that the answer names. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> overloaded(OverloadedException failure) {
    Problem problem =
        Problem.of(
            HttpStatus.TOO_MANY_REQUESTS, "overloaded", String.valueOf(failure.getMessage()));
    return retryable(problem.answer(), Duration.ofSeconds(1));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> tooSlow(SocketTimeoutException failure) {
    String detail =
        "Expected the whole body of the request in time but found a part of it. Send it at once.";
    return Problem.of(HttpStatus.REQUEST_TIMEOUT, "slow request", detail).answer();
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(HttpMessageNotReadableException failure) {
    if (failure.getMostSpecificCause() instanceof SocketTimeoutException slow) {
      return tooSlow(slow);
    }
    Matcher place = PLACE.matcher(String.valueOf(failure.getMostSpecificCause().getMessage()));
    String detail =
        "Expected a JSON object as the body but found text that cannot be read"
            + (place.find() ? " at byte " + place.group(1) : "")
            + ". Check quotes, commas and braces, and send it in UTF-8.";
    return Problem.of(HttpStatus.BAD_REQUEST, "malformed JSON", detail).answer();
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> wrongType(
      HttpMediaTypeNotSupportedException unused, HttpServletRequest request) {
    return Problem.unsupportedType(request.getContentType()).answer();
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> wrongParameter(MethodArgumentTypeMismatchException failure) {
    Class<?> type = failure.getRequiredType();
    return known(
        new InvalidInputException(
            "the parameter '" + failure.getName() + "'",
            type == null ? "another value" : "a value of type " + type.getSimpleName(),
            Fields.describe(String.valueOf(failure.getValue()))));
  }

  @ExceptionHandler
  void gone(AsyncRequestNotUsableException failure) {
    LOG.debug("A client went before it was answered.", LogContents.of(failure));
  }

  /** A handler that answered would end the response in good order. */
  @ExceptionHandler
  void cutOff(StreamCutOffException failure) throws StreamCutOffException {
    throw failure;
  }

  /** Answers what Spring refuses under its status, anything else as a bug. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unforeseen(Exception failure, HttpServletRequest request) {
    if (failure instanceof ErrorResponse refused) {
      return refused(refused);
    }
    LOG.error(
        "Expected {} {} to be answered.",
        request.getMethod(),
        request.getRequestURI(),
        LogContents.of(failure));
    String detail =
        "The server failed with " + failure.getClass().getSimpleName() + ". Its log says more.";
    return Problem.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal error", detail).answer();
  }

  private static ResponseEntity<ProblemDetail> refused(ErrorResponse refused) {
    HttpHeaders headers = new HttpHeaders(refused.getHeaders());
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    return new ResponseEntity<>(refused.getBody(), headers, refused.getStatusCode());
  }
}
