package io.evergraph.server;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * A failure as RFC 9457 tells it.
 *
 * @param status the HTTP status
 * @param name its kind in lower-case words
 * @param detail what was expected, what was found, and what to do
 * @param facts further members by name
 */
public record Problem(
    HttpStatusCode status, String name, String detail, Map<String, Object> facts) {
  private static final String TYPE = "urn:evergraph:problem:";

  /** Returns a problem without facts. */
  public static Problem of(HttpStatus status, String name, String detail) {
    return new Problem(status, name, detail, Map.of());
  }

  /** Returns a failure that Evergraph explains, under the status of its case. */
  public static Problem of(GraphException failure) {
    return of(failure, ProblemStatus.of(failure));
  }

  /**
   * Returns a failure that Evergraph explains.
   *
   * @param status what the protocol of the door wants for it
   */
  public static Problem of(GraphException failure, HttpStatus status) {
    String words = failure.type().replaceAll("Exception$", "").replaceAll("(?<=.)(?=[A-Z])", " ");
    String remedy =
        failure instanceof InvalidInputException ? " Correct it and send the request again." : "";
    return new Problem(
        status, words.toLowerCase(Locale.ROOT), failure.getMessage() + remedy, failure.details());
  }

  /** Returns the stable name of its kind: a URN. */
  public URI type() {
    return URI.create(TYPE + name.toLowerCase(Locale.ROOT).replace(' ', '-'));
  }

  /** Returns its kind for people. */
  public String title() {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** Returns the answer that tells it. */
  public ResponseEntity<ProblemDetail> answer() {
    ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
    body.setType(type());
    body.setTitle(title());
    facts.forEach(body::setProperty);
    return ResponseEntity.status(status).contentType(MediaType.APPLICATION_PROBLEM_JSON).body(body);
  }
}
