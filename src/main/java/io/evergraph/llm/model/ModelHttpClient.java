package io.evergraph.llm.model;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import io.evergraph.graph.RetryAfter;
import io.evergraph.runtime.TaskThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The HTTP client of LangChain4j's models: all models share one connection pool, errors name the
 * address, and retries honour the provider's {@code Retry-After}.
 *
 * <p>Give {@link #builder()} to the builder of a model as its {@code httpClientBuilder}.
 */
public final class ModelHttpClient implements HttpClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Less than a node may be silent by default: another model can be asked when this one hangs. */
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(110);

  private final Duration readTimeout;

  private ModelHttpClient(Duration readTimeout) {
    this.readTimeout = readTimeout;
  }

  /** Created at the first request. */
  private static final class Plain {
    static final ExecutorService READERS =
        Executors.newCachedThreadPool(TaskThreads.daemons("evergraph-model-bodies"));
    static final java.net.http.HttpClient HTTP =
        java.net.http.HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
  }

  /**
   * Returns a builder of clients that share their connections. It takes the read timeout of the
   * model (110 seconds unless the model sets one, as OpenAI's do with 60), which is how long a
   * reply may be silent, before its begin and between its pieces; the connect timeout is always 10
   * seconds.
   */
  public static HttpClientBuilder builder() {
    return new Builder();
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    CompletableFuture<HttpResponse<InputStream>> begun =
        Plain.HTTP.sendAsync(translated(request), BodyHandlers.ofInputStream());
    try {
      // The JDK's stream of a body does not let its reader be interrupted: another thread reads it.
      return begun.thenApplyAsync(it -> accepted(it, request), Plain.READERS).get();
    } catch (ExecutionException failed) {
      Throwable cause = explained(Objects.requireNonNullElse(failed.getCause(), failed), request);
      throw cause instanceof RuntimeException known ? known : new CompletionException(cause);
    } catch (InterruptedException stopped) {
      CompletableFuture<Void> unused = begun.thenAccept(ModelHttpClient::close);
      begun.cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while asking " + request.url(), stopped);
    }
  }

  private static void close(HttpResponse<InputStream> response) {
    try {
      response.body().close();
    } catch (IOException alreadyClosed) {
      // nobody reads it any more
    }
  }

  private java.net.http.HttpRequest translated(HttpRequest request) {
    URI uri = URI.create(request.url());
    java.net.http.HttpRequest.Builder builder =
        java.net.http.HttpRequest.newBuilder(uri).timeout(readTimeout);
    if ("http".equals(uri.getScheme())) {
      // An attempt to upgrade to HTTP/2 in the clear confuses simple servers.
      builder.version(java.net.http.HttpClient.Version.HTTP_1_1);
    }
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
    BodyPublisher body =
        request.body() == null
            ? BodyPublishers.noBody()
            : BodyPublishers.ofString(request.body(), StandardCharsets.UTF_8);
    return builder.method(request.method().name(), body).build();
  }

  private SuccessfulHttpResponse accepted(HttpResponse<InputStream> response, HttpRequest request) {
    try (InputStream body = body(response, request)) {
      byte[] said = body.readAllBytes();
      if (response.statusCode() / 100 != 2) {
        throw refused(response, new String(said, StandardCharsets.UTF_8));
      }
      SaidFailure.in(new String(said, StandardCharsets.UTF_8))
          .ifPresent(
              failure -> {
                throw failure;
              });
      return SuccessfulHttpResponse.builder()
          .statusCode(response.statusCode())
          .headers(response.headers().map())
          .body(said)
          .build();
    } catch (IOException broken) {
      throw new CompletionException(broken);
    }
  }

  private InputStream body(HttpResponse<InputStream> response, HttpRequest request) {
    return new PatientStream(response.body(), readTimeout, request.url());
  }

  private static HttpException refused(HttpResponse<?> response, String said) {
    Optional<Duration> pause = RetryHint.in(response.headers(), Clock.systemUTC());
    return pause
        .<HttpException>map(hint -> new BusyHttpException(response.statusCode(), said, hint))
        .orElseGet(() -> new HttpException(response.statusCode(), said));
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener reader) {
    ServerSentEventListener listener = new CompleteStream(request, reader);
    CompletableFuture<Void> unused =
        Plain.HTTP
            .sendAsync(translated(request), BodyHandlers.ofInputStream())
            .thenAcceptAsync(
                response -> read(response, body(response, request), parser, listener),
                Plain.READERS)
            .whenComplete(
                (nothing, failure) -> {
                  if (failure != null) {
                    listener.onError(explained(failure, request));
                  }
                });
  }

  private static void read(
      HttpResponse<?> response,
      InputStream whole,
      ServerSentEventParser parser,
      ServerSentEventListener listener) {
    try (InputStream body = whole) {
      if (response.statusCode() / 100 != 2) {
        throw refused(response, new String(body.readAllBytes(), StandardCharsets.UTF_8));
      }
      listener.onOpen(
          SuccessfulHttpResponse.builder()
              .statusCode(response.statusCode())
              .headers(response.headers().map())
              .build());
      parser.parse(body, listener);
      listener.onClose();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private Throwable explained(Throwable failure, HttpRequest request) {
    Throwable cause =
        failure instanceof CompletionException
            ? Optional.ofNullable(failure.getCause()).orElse(failure)
            : failure;
    if (cause instanceof HttpTimeoutException) {
      return new TimeoutException(request.url() + " did not answer in " + readTimeout, cause);
    }
    return cause instanceof IOException broken
        ? new UncheckedIOException("Cannot reach " + request.url() + ": " + broken, broken)
        : cause;
  }

  private static final class Builder implements HttpClientBuilder {
    private Duration readTimeout = READ_TIMEOUT;

    @Override
    public Duration connectTimeout() {
      return CONNECT_TIMEOUT;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return readTimeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      readTimeout = timeout;
      return this;
    }

    @Override
    public HttpClient build() {
      return new ModelHttpClient(readTimeout);
    }
  }

  private static final class BusyHttpException extends HttpException implements RetryAfter {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    BusyHttpException(int status, String said, Duration retryAfter) {
      super(status, said);
      this.retryAfter = retryAfter;
    }

    @Override
    public Duration retryAfter() {
      return retryAfter;
    }
  }
}
