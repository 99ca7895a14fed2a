package io.evergraph.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.server.langgraph.KeepAlive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A real web server on a free port over the in-memory runtime, with a client for it. */
public final class TestServer implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final GraphRuntime runtime;
  private final ServletWebServerApplicationContext context;
  private final HttpClient client = HttpClient.newHttpClient();

  private TestServer(GraphRuntime runtime, ServletWebServerApplicationContext context) {
    this.runtime = runtime;
    this.context = context;
  }

  /** Starts a server that offers the given graphs. */
  public static TestServer of(Graph... graphs) {
    return of(InMemoryRuntime.of(graphs));
  }

  /** Starts a server over a runtime. */
  public static TestServer of(GraphRuntime runtime) {
    return of(runtime, StartLimit.of(StartLimit.USUAL));
  }

  /** Starts a server over a runtime that begins only so many runs at once. */
  public static TestServer of(GraphRuntime runtime, StartLimit limit) {
    KeepAlive quick = new KeepAlive(Duration.ofMillis(200), Duration.ofMillis(200));
    return of(runtime, limit, quick);
  }

  /** Starts a server over a runtime that shows signs of life in the given intervals. */
  public static TestServer of(GraphRuntime runtime, KeepAlive keepAlive) {
    return of(runtime, StartLimit.of(StartLimit.USUAL), keepAlive);
  }

  /** Starts a server over a runtime that has a store of large values. */
  public static TestServer of(GraphRuntime runtime, BlobStore blobs) {
    return of(
        runtime,
        StartLimit.of(StartLimit.USUAL),
        new KeepAlive(Duration.ofMillis(200), Duration.ofMillis(200)),
        beans -> beans.registerBean(BlobStore.class, () -> blobs));
  }

  private static TestServer of(GraphRuntime runtime, StartLimit limit, KeepAlive keepAlive) {
    return of(runtime, limit, keepAlive, beans -> {});
  }

  private static TestServer of(
      GraphRuntime runtime,
      StartLimit limit,
      KeepAlive keepAlive,
      Consumer<GenericApplicationContext> others) {
    SpringApplication application = new SpringApplication(TestApplication.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "spring.main.banner-mode", "off",
            "logging.level.root", "WARN",
            "logging.level.org.springdoc", "ERROR",
            "logging.level.org.apache.catalina", "OFF"));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(GraphRuntime.class, () -> runtime);
          beans.registerBean(KeepAlive.class, () -> keepAlive);
          beans.registerBean(StartLimit.class, () -> limit);
          others.accept(beans);
        });
    return new TestServer(runtime, (ServletWebServerApplicationContext) application.run());
  }

  /** Returns the runtime behind the server. */
  public GraphRuntime runtime() {
    return runtime;
  }

  /** Returns the root of the server. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + context.getWebServer().getPort());
  }

  /** Returns a request to a path, to be completed. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri().resolve(path)).timeout(PATIENCE);
  }

  /** Sends a request. */
  public Reply send(HttpRequest request) {
    try {
      return Reply.of(client.send(request, BodyHandlers.ofString()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** Gets a path. */
  public Reply get(String path) {
    return send(request(path).build());
  }

  /** Posts JSON to a path. */
  public Reply post(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /** Changes something. */
  public Reply patch(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method("PATCH", HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /** Deletes what is at a path. */
  public Reply delete(String path) {
    return send(request(path).DELETE().build());
  }

  /** Returns the client, for what the shortcuts cannot do. */
  public HttpClient client() {
    return client;
  }

  @Override
  public void close() {
    context.close();
    runtime.close();
  }

  /**
   * What came back.
   *
   * @param status the status
   * @param type the content type; empty for none
   * @param body the body as text
   * @param headers reads the first header of a name
   */
  public record Reply(int status, String type, String body, HttpResponse<String> headers) {
    /** Reads a response. */
    public static Reply of(HttpResponse<String> response) {
      return new Reply(
          response.statusCode(),
          response.headers().firstValue("content-type").orElse(""),
          response.body(),
          response);
    }

    /** Returns a header; empty for none. */
    public String header(String name) {
      return headers.headers().firstValue(name).orElse("");
    }

    /** Returns the body as JSON. */
    public JsonNode json() {
      return parse(body);
    }
  }

  /** Reads JSON. */
  public static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException malformed) {
      throw new UncheckedIOException("Expected JSON but found: " + json, malformed);
    }
  }
}
