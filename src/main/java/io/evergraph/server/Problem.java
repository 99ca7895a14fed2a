package io.evergraph.server;

import io.evergraph.error.AgentUnavailableException;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.EngineFailureException;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.GraphException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.RequestRefusedException;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.ScheduleExistsException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownAgentTaskException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownScheduleException;
import io.evergraph.error.UnknownTaskException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.error.VersionMisfitException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpResponse;

/** A failure as RFC 9457 tells it. */
public record Problem(
    HttpStatusCode status, String name, String detail, Map<String, Object> facts) {
  private static final String TYPE = "urn:evergraph:problem:";

  /**
   * The statuses other than 422. What would fail again in the same way is a 4xx: clients repeat
   * every 5xx.
   */
  private static final Map<Class<? extends GraphException>, HttpStatus> STATUSES =
      Map.ofEntries(
          Map.entry(UnknownThreadException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownTaskException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownGraphException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownRunException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownScheduleException.class, HttpStatus.NOT_FOUND),
          Map.entry(StateMissingException.class, HttpStatus.NOT_FOUND),
          Map.entry(UnknownAgentTaskException.class, HttpStatus.NOT_FOUND),
          Map.entry(RequestRefusedException.class, HttpStatus.FORBIDDEN),
          Map.entry(LimitReachedException.class, HttpStatus.TOO_MANY_REQUESTS),
          Map.entry(AgentUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(ThreadExistsException.class, HttpStatus.CONFLICT),
          Map.entry(ScheduleExistsException.class, HttpStatus.CONFLICT),
          Map.entry(UnknownInterruptException.class, HttpStatus.CONFLICT),
          Map.entry(ThreadEndedException.class, HttpStatus.CONFLICT),
          Map.entry(NothingToResumeException.class, HttpStatus.CONFLICT),
          Map.entry(GraphMismatchException.class, HttpStatus.CONFLICT),
          Map.entry(GraphChangedException.class, HttpStatus.CONFLICT),
          Map.entry(VersionMisfitException.class, HttpStatus.CONFLICT),
          Map.entry(EngineFailureException.class, HttpStatus.INTERNAL_SERVER_ERROR),
          Map.entry(TooLargeException.class, HttpStatus.CONTENT_TOO_LARGE),
          Map.entry(BlobUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(StoreUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(RuntimeClosedException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(RuntimeUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE));

  /** What a client can do, beside what the failure says to everybody. */
  private static final Map<Class<? extends GraphException>, String> REMEDIES =
      Map.of(
          InvalidInputException.class,
          " Correct it and send the request again.",
          UnknownThreadException.class,
          " POST /threads creates one; a run creates its thread with \"if_not_exists\": \"create\".");

  /** Returns a problem without facts. */
  public static Problem of(HttpStatus status, String name, String detail) {
    return new Problem(status, name, detail, Map.of());
  }

  /** Returns a failure that Evergraph explains, under the status of its case, 422 by default. */
  public static Problem of(GraphException failure) {
    boolean isLost = failure instanceof BlobUnavailableException content && content.isLost();
    return of(failure, isLost ? HttpStatus.NOT_FOUND : usualStatus(failure.getClass()));
  }

  private static HttpStatus usualStatus(Class<?> failure) {
    return STATUSES.getOrDefault(failure, HttpStatus.UNPROCESSABLE_CONTENT);
  }

  /** Returns a failure that Evergraph explains. */
  public static Problem of(GraphException failure, HttpStatus status) {
    String remedy = REMEDIES.getOrDefault(failure.getClass(), "");
    return new Problem(
        status, nameOf(failure.type()), failure.getMessage() + remedy, failure.details());
  }

  private static String nameOf(String type) {
    String words = type.replaceAll("Exception$", "").replaceAll("(?<=.)(?=[A-Z])", " ");
    return words.toLowerCase(Locale.ROOT);
  }

  /** Returns the last parts of the types under which the cases of a status are told. */
  static SortedSet<String> typesOf(HttpStatus status) {
    SortedSet<String> types = new TreeSet<>();
    for (Class<?> failure : GraphException.class.getPermittedSubclasses()) {
      if (usualStatus(failure) == status) {
        types.add(nameOf(failure.getSimpleName()).replace(' ', '-'));
      }
    }
    return types;
  }

  /** Returns the stable name of its kind: a URN. */
  public URI type() {
    return URI.create(TYPE + name.toLowerCase(Locale.ROOT).replace(' ', '-'));
  }

  /** Returns its kind for people. */
  public String title() {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** Returns the answer to a body that is no JSON. */
  static Problem unsupportedType(@Nullable String found) {
    String detail =
        "Expected a body of type application/json but found "
            + (found == null ? "none" : found)
            + ". Send the header 'Content-Type: application/json'.";
    return of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported media type", detail);
  }

  /** Answers a request that no controller has taken. */
  void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
    ProblemDetail body = Objects.requireNonNull(answer().getBody());
    body.setInstance(URI.create(request.getRequestURI()));
    response.setStatus(body.getStatus());
    WireConverter.INSTANCE.write(
        body, MediaType.APPLICATION_PROBLEM_JSON, new ServletServerHttpResponse(response));
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
